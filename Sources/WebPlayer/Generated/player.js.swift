// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let playerJS = PlayerFile(name: "player.js", text: ##"""
const Kind=Object.freeze({video:1,audio:2,data:3});
const State=Object.freeze({waiting:0,live:1,interrupted:2,gone:255});
const gapReasons=Object.freeze([
"left out","latency","undecodable","publisher","not requested","reconnection","not named",
]);
function isStreamName(name){
return name.length<=255&&/^[A-Za-z0-9\-_.~]+(\/[A-Za-z0-9\-_.~]+)*$/.test(name)
&&!name.split("/").some((part)=>part==="."||part==="..");
}
const isToken=(token)=>/^[\x21-\x7E]{1,4096}$/.test(token);
const defaultPort=7450;
function parseSource(source,base){
const written=/^(streamd|tls):\/\/([^/?#]+)(\/[^?#]*)?$/.exec(source);
if(written)return parseRedirect(source,{secure:false,host:"",stream:"live"});
let url;
try{
url=new URL(source,base);
}catch{
return null;
}
if(!["http:","https:","ws:","wss:"].includes(url.protocol))return null;
const stream=url.pathname.slice(1);
if(stream&&!isStreamName(stream))return null;
return{secure:url.protocol==="https:"||url.protocol==="wss:",host:url.host,stream};
}
function parseRedirect(text,from){
const match=/^(?:(streamd|tls):\/\/)?([A-Za-z0-9.\-_]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?(?:\/(.*))?$/.exec(text);
if(!match)return null;
const[,scheme,host,port,name]=match;
const secure=scheme?scheme==="tls":from.secure;
const stream=name||from.stream;
if(!isStreamName(stream)||Number(port??1)>65535||Number(port??1)<1)return null;
if(from.secure&&!secure)return null;
return{secure,host:`${host}:${port??defaultPort}`,stream};
}
const webSocketURL=(address)=>`${address.secure?"wss":"ws"}://${address.host}/${address.stream}`;
const httpOrigin=(address)=>`${address.secure?"https":"http"}://${address.host}`;
function make(name,attributes={},...children){
const element=document.createElement(name);
for(const[key,value]of Object.entries(attributes))element.setAttribute(key,value);
element.append(...children);
return element;
}
const svg="http://www.w3.org/2000/svg";
function icon(path){
const picture=document.createElementNS(svg,"svg");
picture.setAttribute("viewBox","0 0 24 24");
picture.setAttribute("aria-hidden","true");
const shape=document.createElementNS(svg,"path");
shape.setAttribute("d",path);
picture.append(shape);
return picture;
}
const asset=(file)=>new URL(file,import.meta.url).href;
const byName={
"unauthorized":"A token is needed to watch this stream.",
"forbidden":"This token does not allow you to watch this stream.",
"end-of-stream":"The stream has ended.",
"dismissed":"The relay's operator ended this stream.",
"encryption-required":"The relay asks for an encrypted connection: open this page with https.",
"invalid-stream-name":"This is not a valid name of a stream.",
"role-not-served":"This relay does not serve viewers.",
"draining":"The relay is restarting. Connecting again …",
"too-many-viewers":"The stream has all the viewers that the relay accepts. Trying again …",
"too-slow":"The network was too slow. Connecting again …",
"redirect":"The relay sends viewers to an address that this page cannot follow.",
};
const tokenErrors=["unauthorized","forbidden"];
function endSentence(end,isSecure,wasOpen,hasToken){
if(end?.name==="forbidden"&&!hasToken&&end.reason)return end.reason;
if(end)return byName[end.name]??(end.reason||"The relay ended the connection.");
if(wasOpen)return "The connection was lost. Connecting again …";
return isSecure
?"The relay does not answer, or this browser does not trust its certificate. Trying again …"
:"The relay does not answer. Trying again …";
}
function stateSentence(state,stream,hasEnded){
if(state===State.waiting&&hasEnded)return "The stream has ended. If it begins again, it plays here.";
if(state===State.waiting)return `“${stream}” has no publisher yet. Waiting …`;
if(state===State.interrupted)return "The publisher is gone. Waiting …";
return "";
}
const codecSentence=(codec)=>`This browser cannot play this stream (${codec}).`;
const patience=1500;
const faultPatience=500;
const endedPause=2000;
const playable={[Kind.video]:"H264",[Kind.audio]:"mp4a"};
class Following{
constructor(player){
this.player=player;
this.relay="";
this.wasOpen=false;
this.hasEnded=false;
}
begin(){
this.wasOpen=this.hasEnded=false;
this.player.overlay.say("Connecting …",patience);
}
receive(data){
if(data.connection)this.connectionChanged(data.connection,data.end);
if(data.picture)this.player.overlay.say("");
if(data.welcome)this.welcomed(data.welcome);
if(data.state!==undefined)this.streamChanged(data.state);
if(data.tracks)this.tracksChanged(data.tracks);
if(data.unsupported)this.player.fail(codecSentence(data.unsupported));
}
connectionChanged(action,end){
const{player}=this;
clearTimeout(this.again);
if(action==="connect")return player.setState("connecting");
if(action==="close")return;
if(action==="stop"&&player.media)player.media.rewound=0;
const sentence=endSentence(end,player.address?.secure??false,this.wasOpen,player.token!=="");
player.setState(action==="stop"?"stopped":"connecting");
if(action==="stop"||end)player.fail(sentence,tokenErrors.includes(end?.name??""));
else player.overlay.say(sentence,this.wasOpen?faultPatience:0);
this.wasOpen=false;
if(end?.name!=="end-of-stream")return;
this.again=setTimeout(()=>player.play(),endedPause);
this.hasEnded=true;
}
welcomed(welcome){
const{player}=this;
this.wasOpen=true;
this.relay=welcome.relay;
player.rewound=welcome.history/1000;
if(player.media)player.media.rewound=player.rewound;
this.streamChanged(welcome.state);
}
streamChanged(state){
const{player}=this;
player.setState(state===State.live?"live":state===State.interrupted?"interrupted":"waiting");
const stream=player.address?.stream??"";
if(state===State.live)this.hasEnded=false;
const sentence=stateSentence(state,stream,this.hasEnded);
if(!sentence)return player.overlay.say("Waiting for a picture …",patience);
player.overlay.say(sentence,state===State.interrupted?faultPatience:0);
if(state===State.waiting&&!this.hasEnded&&player.address&&!player.isPreview){
player.overlay.listStreams(httpOrigin(player.address),player.token,stream);
}
}
tracksChanged(tracks){
const{player}=this;
const wanted=tracks.filter(({kind})=>kind!==Kind.data&&player.kinds&1<<kind - 1);
const usable=wanted.filter(({kind,codec})=>playable[kind]===codec);
if(wanted.length&&!usable.length)return player.fail(codecSentence(wanted[0].codec));
const audio=usable.find(({kind})=>kind===Kind.audio);
player.media?.begin([...new Set(usable.map(({kind})=>kind))]);
if(!usable.some(({kind})=>kind===Kind.video))player.overlay.say("");
player.speaker.trackChanged(audio?audio.sampleRate??0:null);
}
end(){
clearTimeout(this.again);
}
}
const listedStreams=12;
const listInterval=5000;
class Overlay{
constructor(tokenGiven){
this.sentence=make("p",{role:"status"});
this.streams=make("p",{class:"streams"});
const field=make("input",{type:"password","aria-label":"Token",autocomplete:"off",spellcheck:"false"});
this.form=make("form",{},field,make("button",{},"Watch"));
this.form.addEventListener("submit",(event)=>{
event.preventDefault();
this.askForToken(false);
tokenGiven(field.value.trim());
field.value="";
});
this.asking={};
this.element=make("div",{class:"overlay",part:"overlay"},this.sentence,this.streams,this.form);
this.askForToken(false);
this.say("");
}
say(sentence,delay=0){
clearTimeout(this.patience);
if(delay)this.patience=setTimeout(()=>this.show(sentence),delay);
else this.show(sentence);
}
show(sentence){
if(this.sentence.textContent!==sentence)this.sentence.textContent=sentence;
this.element.hidden=!sentence;
this.streams.replaceChildren();
this.asking={};
clearTimeout(this.timer);
if(!sentence)this.askForToken(false);
}
askForToken(asks){
this.form.hidden=!asks;
}
async listStreams(origin,token,asked){
const{asking}=this;
const headers=token?{Authorization:`Bearer ${token}`}:undefined;
const answer=document.hidden?null:await fetch(`${origin}/streams?limit=${listedStreams}`,{headers}).catch(()=>null);
const list=answer?.ok?await answer.json().catch(()=>null):null;
if(this.asking!==asking)return;
this.timer=setTimeout(()=>this.listStreams(origin,token,asked),listInterval);
if(Array.isArray(list?.streams))this.link(origin,asked,list);
}
link(origin,asked,list){
const names=list.streams.filter(({name,state})=>
typeof name==="string"&&isStreamName(name)&&name!==asked&&state==="live");
if(names.map(({name})=>name).join()===[...this.streams.children].map((link)=>link.textContent).join())return;
const links=names.flatMap(({name})=>[make("a",{href:`${origin}/${name}`},name)," "]);
this.streams.replaceChildren(...(links.length?["Live now: ",...links]:[]));
}
}
const hiddenLimit=3000;
class Presence{
constructor(element,events){
this.element=element;
this.events=events;
this.isOnScreen=true;
}
begin(isPreview){
document.addEventListener("visibilitychange",this.changed);
addEventListener("pagehide",this.left);
addEventListener("pageshow",this.shown);
if(!isPreview)return;
this.observer=new IntersectionObserver(([entry])=>{
this.isOnScreen=entry.isIntersecting;
this.events.seen(entry.isIntersecting);
});
this.observer.observe(this.element);
}
end(){
clearTimeout(this.timer);
document.removeEventListener("visibilitychange",this.changed);
removeEventListener("pagehide",this.left);
removeEventListener("pageshow",this.shown);
this.observer?.disconnect();
}
changed=()=>{
clearTimeout(this.timer);
if(!document.hidden)return this.events.seen(this.isOnScreen);
this.timer=setTimeout(()=>this.events.seen(false),hiddenLimit);
};
left=()=>{
clearTimeout(this.timer);
this.events.left();
};
shown=({persisted})=>{if(persisted)this.events.returned();};
}
const measureInterval=500;
const startLimit=400;
const deviceLimit=5000;
const plausible=2;
class Sound{
constructor(post){
this.post=post;
this.context=null;
this.node=null;
this.gain=null;
this.volume=1;
this.timer=0;
}
async start(sampleRate){
this.stop();
const context=new AudioContext({sampleRate,latencyHint:"interactive"});
this.context=context;
const running=new Promise((resolve)=>{
context.onstatechange=()=>{if(context.state==="running")resolve(true);};
setTimeout(resolve,navigator.userActivation?.hasBeenActive?deviceLimit:startLimit);
});
context.resume().catch(()=>{});
await Promise.all([running,context.audioWorklet.addModule(asset("worklet.js"))]);
if(this.context!==context)return true;
if(context.state!=="running"){
this.stop();
return false;
}
this.node=new AudioWorkletNode(context,"streamd-player",{outputChannelCount:[2],numberOfInputs:0});
this.gain=new GainNode(context,{gain:this.volume});
this.node.connect(this.gain).connect(context.destination);
const{port1,port2}=new MessageChannel();
this.node.port.postMessage(port1,[port1]);
this.measure();
this.post({sound:port2},[port2]);
this.timer=window.setInterval(()=>this.measure(),measureInterval);
return true;
}
stop(){
clearInterval(this.timer);
if(!this.context)return;
this.node?.port.postMessage("close");
this.post({sound:null});
this.context.close().catch(()=>{});
this.context=this.node=this.gain=null;
}
setVolume(volume){
this.volume=volume;
if(this.gain&&this.context)this.gain.gain.setTargetAtTime(volume,this.context.currentTime,0.01);
}
measure(){
const{context}=this;
if(!context||context.state!=="running")return;
const latency=(context.outputLatency||0)+(context.baseLatency||0);
let{contextTime=0,performanceTime=0}=context.getOutputTimestamp();
const isPlausible=contextTime>0&&Math.abs(performance.now()/1000 - performanceTime/1000)<plausible
&&Math.abs(context.currentTime - contextTime)<plausible;
if(!isPlausible){
contextTime=context.currentTime;
performanceTime=performance.now()+ 1000*latency;
}
this.post({output:{
frame:contextTime*context.sampleRate,at:(performance.timeOrigin + performanceTime)*1000,
rate:context.sampleRate,latency:latency*1e6,
}});
}
}
const usualRate=48_000;
class Speaker{
constructor(player){
this.player=player;
this.sound=new Sound(player.post);
this.video=null;
this.isWanted=true;
this.isBlocked=false;
this.hasTrack=false;
this.sampleRate=usualRate;
this.volume=1;
}
get muted(){return!this.isWanted||this.isBlocked;}
mute(muted){
this.isWanted=!muted;
this.isBlocked=false;
this.update();
}
setVolume(volume){
this.volume=Math.max(0,Math.min(1,volume));
this.sound.setVolume(this.volume);
if(this.video)this.video.volume=this.volume;
this.player.changed();
}
trackChanged(sampleRate){
this.hasTrack=sampleRate!==null;
this.sampleRate=sampleRate||usualRate;
this.update();
}
rateChanged(sampleRate){
if(sampleRate===this.sampleRate)return;
this.sampleRate=sampleRate;
this.start();
}
update(){
const{video,muted,sound}=this;
if(video){
video.muted=muted;
video.volume=this.volume;
if(!muted)video.play().catch(({name})=>{if(name==="NotAllowedError")this.block();});
}else if(muted||!this.hasTrack||!this.player.isPlaying()){
sound.stop();
}else if(!sound.context){
this.start();
}
this.player.changed();
}
async start(){
if(this.muted||!this.player.isPlaying())return;
if(!await this.sound.start(this.sampleRate).catch(()=>false))this.block();
}
block(){
this.isBlocked=true;
if(this.video)this.video.muted=true;
this.player.changed();
}
stop(){
this.sound.stop();
}
}
let previews=null;
function makeWorker(){
const address=asset("worker.js");
if(new URL(address).origin===location.origin)return new Worker(address,{type:"module"});
const source=new Blob([`import ${JSON.stringify(address)};`],{type:"text/javascript"});
const own=URL.createObjectURL(source);
const worker=new Worker(own,{type:"module"});
setTimeout(()=>URL.revokeObjectURL(own),60_000);
return worker;
}
function portToWorker(isPreview){
const worker=isPreview?previews??=makeWorker():makeWorker();
const{port1,port2}=new MessageChannel();
worker.postMessage({port:port2,isShared:isPreview},[port2]);
return port1;
}
const kindBits={video:1,audio:2};
const isWebKitGTK=/Linux.*AppleWebKit\/605\./.test(navigator.userAgent);
const hasCodecs=!isWebKitGTK&&"VideoDecoder" in window&&"AudioWorkletNode" in window
&&"transferControlToOffscreen" in HTMLCanvasElement.prototype;
const hasMediaSource="MediaSource" in window||"ManagedMediaSource" in window;
export class StreamdPlayer extends HTMLElement{
static observedAttributes=["src","token","muted","latency","controls","fit","kinds","preview"];
constructor(){
super();
const root=this.attachShadow({mode:"open"});
this.stage=make("div",{class:"stage",part:"stage"});
this.overlay=new Overlay((token)=>{this.token=token;});
this.cover=make("div",{hidden:""},this.overlay.element);
const style=make("link",{rel:"stylesheet",href:asset("player.css"),crossorigin:""});
style.onload=style.onerror=()=>{this.cover.hidden=false;};
root.append(style,this.stage,this.cover);
this.worker=null;
this.bar=null;
this.screen=null;
this.media=null;
this.speaker=new Speaker({
post:(message,transfer)=>this.post(message,transfer),
isPlaying:()=>this.worker!==null&&!this.paused,
changed:()=>this.changed(),
});
this.presence=new Presence(this,{
seen:(isSeen)=>this.watch(isSeen),
left:()=>{if(!this.paused)this.post({disconnect:true});},
returned:()=>{if(!this.paused&&this.state!=="stopped")this.play();},
});
this.following=new Following(this);
this.state="idle";
this.givenToken="";
this.rewound=0;
this.isReduced=false;
this.hasBegun=false;
this.statistics={};
this.snapshots=[];
}
connectedCallback(){
this.tabIndex=this.hasAttribute("tabindex")?this.tabIndex:this.isPreview?-1:0;
this.speaker.isWanted=!this.hasAttribute("muted")&&!this.isPreview;
this.presence.begin(this.isPreview);
this.updateControls();
this.hasBegun=true;
this.open();
}
disconnectedCallback(){
this.hasBegun=false;
this.presence.end();
this.close();
}
attributeChangedCallback(name,old,value){
if(!this.hasBegun||old===value)return;
if(name==="token")this.token=value??"";
else if(name==="muted")this.muted=value!==null;
else if(name==="latency")this.post({latency:this.latency});
else if(name==="controls")this.updateControls();
else if(name!=="fit")this.open();
}
get isPreview(){return this.hasAttribute("preview");}
get latency(){return Math.max(0,Math.min(10_000,Number(this.getAttribute("latency"))||0));}
get kinds(){
const names=(this.getAttribute("kinds")??"video audio").split(/[\s,]+/);
return this.isPreview?1:names.reduce((bits,name)=>bits|(kindBits[name]??0),0)||3;
}
get token(){return this.givenToken||(this.getAttribute("token")??"");}
set token(token){
this.givenToken=isToken(token)?token:"";
if(this.worker)this.post({token:this.token,connect:{}});
}
get paused(){return this.state==="paused";}
get muted(){return this.speaker.muted;}
set muted(muted){this.speaker.mute(muted);}
get volume(){return this.speaker.volume;}
set volume(volume){this.speaker.setVolume(volume);}
get hasAudio(){return this.speaker.hasTrack;}
get isSoundBlocked(){return this.speaker.isBlocked;}
post(message,transfer=[]){
this.worker?.postMessage(message,transfer);
}
open(){
this.close();
const address=parseSource(this.getAttribute("src")??"",document.baseURI);
if(!address?.stream)return this.fail("This is not the address of a stream.");
this.address=address;
const canvas=hasCodecs?this.showCanvas():null;
if(!canvas&&!hasMediaSource)return this.fail("This browser can play no live video.");
this.worker=portToWorker(this.isPreview);
this.worker.onmessage=({data})=>this.receive(data);
const settings={
address,token:this.token,kinds:this.kinds,latency:this.latency,isPreview:this.isPreview,canvas,
};
this.setState("connecting");
this.following.begin();
const start=()=>this.post({start:settings},canvas?[(canvas)]:[]);
if(canvas)start();
else this.showVideo().then(start);
}
showCanvas(){
const screen=make("canvas",{part:"screen",role:"img"});
this.setScreen(screen);
return screen.transferControlToOffscreen();
}
async showVideo(){
const{MediaSourcePlayback}=await import("./mediasource.js");
const screen=make("video",{part:"screen",playsinline:""});
screen.muted=this.muted;
this.speaker.video=screen;
this.setScreen(screen);
const problem=(codec)=>this.fail(codecSentence(codec));
screen.addEventListener("timeupdate",()=>{if(this.state==="live")this.overlay.say("");});
this.media=new MediaSourcePlayback(screen,{isPreview:this.isPreview,problem});
}
setScreen(screen){
this.screen=screen;
screen.setAttribute("aria-label",`Live video ${this.address?.stream??""}`);
this.stage.replaceChildren(screen);
}
close(){
this.following.end();
this.overlay.say("");
this.speaker.stop();
this.speaker.video=null;
this.media?.close();
this.media=null;
this.post({close:true});
this.worker=null;
}
receive(data){
if(data.segment)return this.media?.add(data.segment);
if(data.snapshot!==undefined)this.snapshots.shift()?.(data.snapshot);
if(this.paused)return;
if(data.statistics)this.measured(data.statistics);
if(data.needsOutput)this.speaker.rateChanged(data.needsOutput.sampleRate);
this.following.receive(data);
}
measured(statistics){
const media=this.media?.statistics;
this.statistics={...statistics,...media,relay:this.following.relay};
const arrival=statistics.arrivalLatency;
if(media&&arrival)this.statistics.latency={...arrival,latency:arrival.latency + media.delay};
this.bar?.measured(this.statistics);
this.dispatchEvent(new CustomEvent("statistics",{detail:this.statistics}));
}
pause(){
this.post({disconnect:true});
this.speaker.stop();
if(this.media){
this.media.isPaused=true;
this.media.video.pause();
}
this.setState("paused");
this.following.end();
this.overlay.say("");
}
play(){
if(!this.worker)return this.open();
if(this.media)this.media.isPaused=false;
this.setState("connecting");
this.post({connect:{}});
}
rewind(seconds){
this.post({connect:{history:Math.max(0,Math.round((this.rewound + seconds)*1000))}});
}
live(){this.play();}
snapshot(){
const{screen}=this;
if(screen instanceof HTMLVideoElement){
const canvas=make("canvas",{width:String(screen.videoWidth),height:String(screen.videoHeight)});
canvas.getContext("2d")?.drawImage(screen,0,0);
return new Promise((resolve)=>{canvas.toBlob(resolve);});
}
this.post({snapshot:true});
return new Promise((resolve)=>{this.snapshots.push(resolve);});
}
watch(isVisible){
if(this.paused||this.state==="stopped"||isVisible===!this.isReduced||this.isInPicture)return;
this.isReduced=!isVisible;
if(isVisible)this.post({connect:{}});
else if(this.hasAudio&&!this.muted)this.post({connect:{kinds:kindBits.audio}});
else this.post({disconnect:true});
}
get isInPicture(){return document.pictureInPictureElement!==null&&document.pictureInPictureElement!==undefined;}
async updateControls(){
if(!this.hasAttribute("controls")){
this.bar?.remove();
this.bar=null;
}else if(!this.bar){
const{Controls}=await import("./controls.js");
this.bar??=new Controls(this);
}
}
setState(state){
if(this.state===state)return;
this.state=state;
this.changed();
this.dispatchEvent(new CustomEvent("statechange",{detail:state}));
}
changed(){
this.bar?.changed();
}
fail(sentence,asksForToken=false){
this.overlay.say(sentence);
this.overlay.askForToken(asksForToken);
this.dispatchEvent(new CustomEvent("problem",{detail:sentence}));
}
}
customElements.define("streamd-player",StreamdPlayer);
export{Kind,State,endSentence,gapReasons,httpOrigin,icon,isStreamName,isToken,make,parseRedirect,parseSource,tokenErrors,webSocketURL};

"""##, gzip: """
H4sIAAAAAAACA5U87XLbOJL/9RQ0N6UjE5qWPcnsLT2MKsnO7sxtZpJKMjtV53jWsAhJHFOkDoCseCld7YPc/b0H2ye56m4ABCgqmf1jkUSj0Wg0+hPw
rKmlCv5S1kX+5vZXPlPpXHD+dx6192XBm+w8YZuibLKLpGCKZV/t48vRDPu8V0zxfqctK1VZL7JJUpX3PDtPylpxITZrxYvsIlk0Nc8unj3rsCzY+h1n
sqllD9XVKKz4XAXNRoVJWDHF69lDmISbuuCzpmC3FQ+TcL25rUq55CJMwrpRgeD/teFS8SJMQsFnTV3zmSqbWjfXbAVNo+v4cjTf1NgUlPK9EpytfmQr
HgFE3I4EVxtRI3xa8Xqhlt/kF8+ejcdnv1y9OP1Pdvr3yekfPp7+Lf3v6yfRx7ODb/HjR2ep4lIRwtF4fIK45LoqVRSehXEqmxWPojUTKs6fw0+e52Ea
7nb2OQ3jy9FeM6qUH5o7XueRgp84f372y9XHTxfnpx8//f7b6/Y8eTr5w9d7MyoBGSYXfM42lXrbCJX//umziTP5NROSv282YsYjiT/JLZPAAuq6FaVS
vM7PfokkcqnYqUrG2cezj2fR1S9n099dP4mBA79Mf3f9OJ4+Okv5Jz7TuOLLUTmPNI5YMxWHfMeLUvCZMoO2ks82gmdzVkmeLBupsjBMaMgsBGEKQWgq
roKNqC5HSjy0o42o8ppvg5/evfaIvxztZ0zNlt06bqoKWFnOo5OrcKnUOgsT/JXwsNV/ZRZep2U9qzYFl9FGVOlaNKqZNVUce5iIN0RdjnBMLWmBq3LG
o3OaOAGMxyeeiNHXHkZ6MVxwhwZR0JTudv0GpJnYBU3woJm2h/n6y2x5rvgnlcxFs7LLvAJ2wSJPs8N1jqdRJ+Dpx9O/XT/Zfby6mpz+4cXpn9jpPEuv
n3y8jqNplkUfi/Y8ebaP42k0zT6eRenjuBMKGJc4c4IDDjD1KpGzJV+RCCTrRqgE+HqdYwfLeWRTTqBT+gF2qEqGGUwsJYjeSgGm3Y7a8QvRMrQ6u92P
m9UtFxGQMJ2ex8+/fvbsq2cHn7859ydRziNn/PH4hB4+s9i0ejePWvjdZ49aQu3s2f2Nu6Z6X/Lb983sjquf3r3OI1YUgksZ589vHrX6RZMwBRkJs3Ar
w312dtY143DOux7ixvAMZO6NKBdl/QX8KJxhhr9DY9w46mbF7kjHJkwpUd5uFJd5u0/SNJ0ty6oQvLYyySu+4rXKi2a2gYd0JjhT/Fv6TIr1cjRvRESS
c8cfkntWbfh1Mw+0MeG1EiWXUTdaHGu8qeTqhfkc2c7x5cgAsPWa10Xk0mbWzhDXLYi8X9A+zc7Ottttuv0qbcTi7GIymZzJ+0XoGpxZU0egMexU1+VM
gUAPT/XH95G8XyQhoIkvRxrYpz+8L/n2ZfMpTMJJMAkungYXT48DM1Gy02VZFBwsoxIbHlpjIZds/SVKgHjogbA93EWY4Ny6sTUfEbjjoG7tOMik5CqP
5mXF4/y50evwmpQr2BTpiiuWbkQVp0vB54bg2wfYuHk7Cjc126hlI8q/8yLMwhcBmsGglEHNecGLQDXBFvRIoJal1FohDZNROG/ELbEjCz9AG/UsGi4D
cBxYVTXb4KHZHEfB6+K0mZ/SF0TDdXOwZDLgdcELBCxKuSqlRBIBSPCKPfybDJo1F0w1gkAH8M/EwxoE6BS8nFL4CAIm72Qwb0TA6kDD8iLoXKAMBqgJ
7ZoteLAt1RJ3uUT8ZX3PqrLQEziF7WWYUWomBAiBXlHQzAPmkieaip/WjTqVXNxr0kqpabN8xMYAZJULGrYQrKzLeuHNBTtKxQQ4k2nwSk+iXgRswco6
+Oc//g/6qqY5XbH64VQjPOQ6q6pALe2IgVoyhR80z2YzvlYyDT6Ih0Hssmq2GmvN1bYRd8GWgXQ0ATQdJ01oW+tNS/K6kB0tDSyVVpWGMrM4M1YDv+YN
CB4wam/EHSXzWyEaIfMrX+QTR46vHYXD6+I9r8GD5hGvi6SU78n0bJl8s+Z1smTkXcYtGDBeF9MUFhlMaodxPD4xcOMxr4tUoONuTFv35VIjMS20Qa8A
AG35dBp1wLudwyAj+dyRW/SCwYskWg1S7NVB4bJUjVRHlsSqHTP30dQZt9vntdxykQSNoLW4Fc1WctEBKLEBZ1zJYMaFKufljCk+ID+j7Dj6AXDPWZMQ
WdkFwzftAMBCfQs8ooXCpjzPMRRLdew1Hlsgl1UHqij4fh6UKrjli7KWREoCH9YVe5DBkguehpdHRzG4b/75j/951Grf4Z//+F8coG4CG5gFD1ylwc/U
C+Z6M4DUiRI9ojsspQwgePQwdYsahp0ZmTUFnxnu5RG+guPywV1Pvb1grq6iDaJHLXbYx6l1hNZMlYjr/NlkYj6Sc2ZanAZk7lu2kTwH22+RVOwBYta8
vYJgO8Xo+joLv7v4+mmY0DeMtK+zcLV+ykLY7xWTMvgTqoCyXmhnQWxmqhERIOQibkdAfkpvOf1c0jeUvRxYg696/+QYYelvRlLMx/0IxSEyaE2fQWBn
4LS556JiD6lkD1HobEDUhoaBGM0KPuPlPY8gnUBSDE9pt5NjxNu9v1qyesGLPhjmI1LQMpcWiXYp4qOUhQ7wllezZqWB9UvhN3XAKK4neQ7Zh3lZ84K6
kdR4FCKk01MJNruTBE7PHrhu7uA3tdyswdsxY+h5zFlZRZ5sH8KbdEGPc4wYBrzSMtQS0j0uLAgaZ+JDueLNRkU4KKoDoop6gynQmEMbyBNlkivcxZEB
AGt+0LdqJDc9e21SNetwPNboVrwoWey+pIJvm01d5JMu/tPbu2/ZdDdtVKcmRplSWsGVaQOK5vQkz1E2+jPq0TjFnzV6N5+ZK8LudsBvd/EM0Yljwbts
gzW602kYxhiFSB4MCHGHxpnN1NNH2SQe3vSucYc5+z6rXZ1OBHLJlRGMCPJURA/8RHHS6bq4r1AgpgBptBvL7KlhCfS1DfZ1dJjuS292lYxUmNZlKVUj
Hs7OUe2W8+jLAuVj0mP6m9pgN/t6P/Lb6fvwrPri5Bs9SGpNKbWVHTWH09B5gTCezJ8TrlFq40Dw8TPI0oC5hTHjQZ3e216f8US87jqpY/r1FISngo39
xkjFBIEHduJzcn+cV4eb4LiTdOJNwGofzcDx+ER/KOVbwcFlj9s+VVUpFWWOZNRlSyIfU+wpGs09lKP9yLcH2hQcUdGU9WG1ws0FkOm8rBQXUdTelXWx
j/Pn8HuS5+hMgHGws4IGOT7/5ht4CE6Dcys+G4leCSH2MSbaE6JdD2BX8Pk6z3NyqrRbjj0pST4enxBC/d4ThAEbRt2vJtcp4bSEoTOUa2zzsi5688z1
PBGukxjc39OU3JirNE0hj/Ceq0hjWrF1D1EcX2vx1SCUmB8cDL22OD7mWpj9vubsDlYclskaYaBzin9TyVbrir9jik+nkwxygigQkCSB5T9qjffWyQXR
44UWvvz84tL5/j3siHtWgVc6MV7kG6LV9yFRJP9c3mPgR7rP7HxM1IXrMGkhsM9C2EUbiTl4R0lKBw7HAUBsCLsSz7zkVaEBy3oN9ZxWPax5Fq6ZlNtG
QOCKGamK3fIKImagK0zYBvLcwCrFs7CZz8NErnlVzZZ8dpeFqLI6iuaNWOlR4DFM2n2CQyf08XajFBSC2n0S/gwZHLSytivs12/vea1eA2trLqJQbm5X
pQqTiMP3OH/ejvApXQv8/SOlaCODhsm7PzUCiY+QOGiwLI6QmBSTjKkS5SqC8Z2P6KrvHWRlvcjbvX432VCaTFHedyzXcggKVKjudZ94S5q465bYeX+W
eOxhpHs/8tRwgaZ5MiiwjiYHvxYgY6+h71fQSMtma/HHNIBxhAYAkCLvC4YT3qRTKDm8auBFneS5hTwKZEF8tqeULM1Pes2anang64rN+CudJ44GVvGQ
S6pccdE3nUcXYz9yv0K2z2xaFF9DIDQQ8EM9C1wT1aB5Iu8zYfKOd+EAkenbmiVnBRcyR/hp+0KnmRjmEm9ecia4CB612Ly/2Wc2NLIaHJMdXSaZKJyC
ussY2OFgztVsGd08aom0/Zlm57QqV6XKH7WemtvfJK0mah+nWOBD2dH6s1OAOY08TZu7KQ2k8y6/yqaODrpmtnLjLNlJntOD7xTjkg0K7xc4nbiamdb8
hRDsIS0l/kbQbtw2GccaZ31nkCEaxIKycKTJFBTAwZc5fLIiam07ll/QKwLzNgJV3MwDk++TSoB/OR4flsXHYx034IDjsfGsyIelSeHA2srCMwyBndNf
G0gs5HkOVtnbPKa6ck39YGpx/hx+3J1pMNgFMQte38mchp1XTP3gDX1F6pKFSQslg8yRtUcEdLPHAmOchEF4HX9hW6dpiuRJ7d9Mr8LX5T0P6mabBSFU
sbD1Oru6jj17TbL/GsX6K8csvxVcwrb37bJWOglaGbvNjQWwpSf6ijA5/ehvpXxTv58JbmMpk9dxnVm7Lw8N330py9uyKtXDDL2XkMwFvYCzf9gFktbL
sjCgcHTjKBwobQ0HjzrPcNIR52255haLBgIr/biDJKU33uiGKLqCMt/DNVroPgOwKS1l17NeeKxLJed1NAQWO+bYUGEeIndJPu+9GTVvGS74qrnn/yrP
B3sNs/0o6ADnvdlN06KUOrMRUTaJxs8jZO7nbVhP0xvn/4DXvSWKv6hb3c5kDhNnQwGdcDJkrr5IpYsNOkTUF3mRR+2aC4kWB1RHCxkE8yF2e9K8eBHF
l05FfsWZ3Ajuet9djM6Eos3/tPta8PtyxunzMz9VvJElRGUXRk28h/REL//boLonr6qRKoc/eoYz0JifVE6GDT/VTcHdd0zuOO/3TbVZ8fzcW4tJ50jg
FKIucLEBg2rWkbW+dmC+DV5AqPOKPkRt1zPRZ7m+K2uVUXYDUmf3jitv0Ohfg11saqgUIva3olmVkkeR4LKp7jktPMGnAM0UJ9kloSjnkWm1Zkvjg7wX
4ohAWeKaOkKo25Ka3ZcLKM+mG8nFC6AYXaEp5BBecl7jJz51VjXr1l2rEkOC4HKz4p4r0kI7eSt6bimrquhKE5mYrhhB/tyIu4qj6v6hKTYVj7B4HoVb
3fCrDG1c67L0JDdMtbsTDUSfPScue3pLrTvakoEjX2bZNX0/NgU3eBMdGRanFCWHSdts1HqjIECuefWq2dQqu7q4Tmo8YfNm/j3EijKbWLEgmeXb4M+s
rD3cLTRljiDbPkCXqRpEFktsP5lZF1yqssYVNdKMB3HO8QzSxR7H/YFLyRZcUxx5Y+ABBdiDGiii3lf4Yx0LrSRsV+gQtRK2d0YDUY+La18rbsu6aLaQ
STT6pdOOFmfSU0HdWhkvgJZQa0iL6UCRuxLjG2OY6vRwria9PzAr0DH9jZ0i+KH4e5u/E6u+wtrD/vwrrnNEy21EVGsx+umEH/qOx96s7Hf6AxueiQUc
ZIGNr9EmPtEbIXiN7ckknZyjfbTMN6GUhjaxFLBTf9rtjm+xnk9LGjK30kk75TV93u0m8RPbBAcenQY8ImmIAFLzSbLmAkJEVs84fdkbJZAuuHqDuKFB
KrZylHkp31pL5CB8PhmPf2BqmbJbGTmo07rZRjFm34PToDcmfo6/saZt5OAY4G9wGjgjOv2sp2g+xFbr49QGcF2O+vM/IPpJAOQ91my3Oo3EmHiftaO5
YCueOaM9tuvZGTemMo8psK0oLxw86TMlfgzDJiPBlMWbHhrKTP8+PudfJ6P93gssNnLDKoDOn/7735zA4j3lIP/VmjHuWdR16HKYXDY6G8ZTgByo6zqU
8meTlrZ1m1K+rOB4YtEvN3+AnKj3sZtwbidz4JTsRwuugtVGgdfV0m458Ubf7fyBL/cjAI+wT9z2SD3Bz58ldrMuoGYT/wZ9g6K8Yp+iSUKPZR2dJxo0
dlmbdpgcBI6dpgxz92iGcKD9yrt20IlOL+N86KxZ/ndNJ7m7lM5adI+7XX9dXNaA8A6OCKWXDl2e9wbw7crgwDYYB9cTBzMDG2WLLEpwLRPkr6N2iZPt
iNiIMLle9eOcxaPJKDEEQ4VOY6dsWqHVmQ7wIn9s1As4ocELLOmGtHi3IFEQIADdmMEs5ySLu92Jtxjmvas3VQxOB0Vx3I600GjPyyI6oe/GmLUHjDoq
Ia437+RLPcoGKHHq9ifkpLoyjdj66+sYd4rZfMZAToIe2/4utC7p8I6gpXSUzdA8jafjkam5COkzroI1ZRuk3gDeGWVwYLmwgmZO6eWOm435RJP10odV
Tc0vpSRTnudVM0OnUn+x58D5NtBj6D6mJrJCf94pn9DFBtTJL6vmNrq6odOwwaP2P96/+TGlhF05f7Cj7y9vrg06kI+zX9k9kzNRrpWDF0Len9691gd8
6bx0d5HCgtFUc4fgZlsPENuL2wGz4PfNnYMZEg7J1xMwU51rSvj9ywqNUB8aPZqbsvIosg1Ts5DTae6uXea+/As+vV5c17/FbuSgw+HJJRO8yCwBrs9u
Cp4wTJcbgBriy1LJvH+rat85Wz/z27+U6s8f/pKfvS7rzaf08Yv1uuL0+ePZ15NnH1N7p8iLRReUgtKZRiZfQSVV5icOzvE4/CuM/Ee4O8VFGJR1QDHF
eBz2QzandTQeh0qwWs65gFheNNWH5s18LjFzg4Dfffjh9StW3zOpD4nTBRUQEIemH6AuS/eM8tB5ccba7cIfWM0WvBhuvxzxTyj42sOhcPItbv6Af1J4
uBao0XS0I/Czy1mgs1vFi+7KwVUoxQyOvlOlMUSd4t0zm9FsJRyqhSJgiDV0uHJGiw4HbF3fCpT1Zu2IWiCaRkcxTCk2W75fsqLZRu2qKaCcuea1W05l
Cz5U28MGU9mjly4nSYU+FGNd343s9bCWojq8M4Z/L50IC9Kp7mCUTctCUzM0le0uv2kSWQ+VIRMy3VAe5hUQ9lBxueRchQnm2bWeNJpZyjBOZqKRktQg
jAQ6A7qlTV01rMjNCwcrSkmbjlpT3iIHbX85AubaiwXQM+n4mHT97DkorcU6V+eWea8k0O4XPEnggZBLTd4xPUftCNREFq1IUSRmr5jYHEOIg8ZkZG1r
ZsN4IlH7Y+Z8yhoOVxWJScN20NbYJV2Oeq2LCTpBRi9oRJN2BMnTLILTzyge+sAVWGj9LcEUamayZe74sRMOdQniDEzwPr7cJyOTER3srSNvG/SaM3Td
8cYIkTiVfH3iFSdiz7/iTJwNo3gelkXFzQHXBVTZ6ZKkPfTqnBzUTsY7Xmxmh3HJS77Y+GdjUXlIVc5kV4SXNVvLZaNkfnXtnLXkxStWVbfM8WYUu/2+
Lvgne3TWuSGj2G0JbWE89WAzTaKxa6fn2cSXPSeAGcBLSiw2smMR9cRDH47xYWLPtdeqXkZxn0OO2wUajPypTiYGODHIXEsLVk2MXqKsELqpZlY6tLBY
sXjZVIW+rNV2+Sozzm7XVHBghwAcx9U47KTzY0c/IiidlTMetgHWPO2cZAK2YVMf3hgQd8uYOJ5KNPSyjw/7WpMTH1kKtwPsJDBMcW8tIE62q2pj5WBA
XIwhiy+pl6as6zMY1qL7luhbkLTvvOtflgExpKMMbjSeUa88PdSdrGw8nYboKdExMLgtjRenz64+yuT6yZmT2fS3zHlGlWCBuzyKbkslqb6bP4fnXWRc
sSt9FWUSJ5N4t/vK8A4lose3TrPsdkNEa4nCk7uXmC3QaJS+VNPXT/oyt26f4k+mj2o6xsAVIoLphDYxWrjVGSEgnhRuj3pb76DW8HIomRJ4aobiZJoJ
wek0ygGUbtA4KYw+glTH2IT13k+neIAH2RaNHcQXxOEIfhNQX5pNgCksHVQe6eOmiwZtdX51bS9D4JpMvcDgwLTDStBmbHtKzQ8k3Xv3AxIF3inKU2KL
qpDo/end9zpF3zvo69Va8Zild3MPblSZi2bexT17TsnEt/Rr63no1+c2ppja0jF5/JFzeOaEgOmWmOPBHyPNuYpD93DqJoCDJAFF+WHPdfOCwmHbpQO3
ptarkkctnILdG3fHu3rSnXVWUOuXeTsykfjBVkOlRB/wMRnS6Imlp2fHE2IMXuHT586GL0z4zo8207FXRM4jz7Ns8WNm5rDXQ02vInqI8SQKlffog80R
+afqMDiM4lQteR0hjD1eZ1ba6G7tKVMQQFjDpNUBCoWFCZ0ZLVcLJ8Lhisr9kTRVfy0Y9J4eDzO9zFVHrEkCOrIGTjW4CfucklSUKYnC9Ay9eUpt6LTN
wGxQ8g4mgxfiyroqa27iFqJYJ6Ksa9Dz1ShRTrDHmaBr/qK5rfiqu67W7Rb/vLQ9Ja1pODxhAxUHch3CxLjjvh2g41peoGcOee5jP/rBBMkBezX1SXtU
5PV89iZ77s+69WIuwyE9o4Gb6nQuOLl5bdUDHDx09JZ732F/4wXVB2e4LOf3I62b2/7Oc53Sg0PevqnSOcWBhe+HktPOFAzHl7SjEciEVgPB69EbdJIv
MFZ31a0emBWFD+NcbNMRzcDdNhPrpHJZwlGZaep3caoWOkx0nG17F45CqNitVBcHrV0XuKgvqSQZe0x16wx9SDftfKBGe1rflmzp6o4mwP4fFFwUl3cd
0EBcmKbOKxz/w04J3lPKDuio2IPN9zEhSjgl1HVP9afXpgoJBQNANx7rlrg3vrE8SIeGsaZJvxuY4AnNLS00GSYJMu1WpYfesLIo5RoSBahnMNX9aiNV
s6L3sOsQJm3BFSurrIdpT4chUUoi99DSUDpheIPZQgVe5mqdLQRaB8XPjU2pRddwaFhbFunMr3aID2XmswpgP6KchRN7anfd3XomIvMJHyLbSzp8zjXQ
CqLn9wsO6dFIwn+7KqTPXQur78Zl/ZBOYJU3cnMlwZPA4ML6dBzrgcBsRNpVN1mbkVEGnTkm/eoU4uhDUMKhrHoGZ40hSYtGXGdq7fbT/mbPt9iWhVpm
77HOobHR0v4MDXGy5OViqYYAvsOWGIseiA3cbHMmLbwowniaFoJtv1+BM6+t2iRxyhPHzpppdKrBmoxpoHKfdwhG88dK9xfw9lTveiOXfewma/fX0pyA
8NWwroRbc2/ybbud7ZPn+YmfD7Pl8+/rt/oWtVeg7RJnJxYLrm5Hx1EZNWkLm4OAIM5kqSh+HOpLXreJ1+ngW4fv8zrEhIB2Nl38ZwMqfffQgmhhtBnY
3wDY3Xkw/mk/aeMnqBzHpkv2mC2LypiO7lrl02Wpu9qvabA7zox26PWaQbTLa4eZomdnqdSJ1b321bq7qu6NGi1O9N0v3mMT/jWZvK4U+1tNCDfHno0N
0TcU3FPIkccqr97r37CGSzDmqgzpV9Nz6EZpX9P379mYl984G+37OjPR4+ztnQACJzGSKclQdHBA0qtwxab81cJNxAQXKXGuvyfdf1JMusuoCfyvqcS9
ypHo3BPeiku8/wuXOEkJ95J64v6zsf3l6P8BY78/VzRSAAA=
""")
}
