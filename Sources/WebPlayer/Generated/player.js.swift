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
const video=usable.find(({kind})=>kind===Kind.video);
player.media?.begin([...new Set(usable.map(({kind})=>kind))],`${video?.width}x${video?.height}`);
if(!video)player.overlay.say("");
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
PBHO9kK36jf0QrhOzlArTFNyfq7SNIXsw3uuIo1pxdY9RHF8ndw8oiLJNN2WhVruP9n3JS8XS7W/0fuCRjvmkBgtsebsDuQEFteabpjdFP+mkq3WFX/H
FJ9OJxlkElGMILUCQnPUhu+tawwCywstsvn5xaXz/XvYR/esAl92YnzPN0Sr73miIP+5vMdwkTSm0ReY3gvXYdJCOiALYe9tJGbuHdUqHTgcBwCxIewK
Q/OSV4UGLOs1VIFa9bDmWbhmUm4bAeEu5rEqdssriLOBrjBhG8iOA6sUz8JmPg8TueZVNVvy2V0WoqLrKJo3YqVHgccwafcJDp3Qx9uNUlA+avdJ+DPk
fdA2266wy7+957V6DaytuYhCubldlSpMIg7f4/x5O8KndC3w94+U2I0MGibv/tQIJD5C4qDBsjhCYlJMTaZKlKsIxnc+ooO/d5CV9SJv9/rd5FBpMkV5
37FcyyGoXaG6133iLWnirlti5/1Z4rGHke79yFPeBRr0yaDAOvofvGGAjL2GvjdCIy2brcUf0wDGfRoAQIq8LxiEeJNOoVDxqoEXdZLnFvIokAXx2Z5S
ijU/6TVrdqaCrys24690djkaWMVDLqlyxUXf4B5djP3I/Qo5QrNpUXwNgdBAwA/1LHANW4NGjXzWhMk73gURRKZvoZacFVzIHOGn7QudnGKYgbx5yZng
InjUYvP+Zp/ZgMrqfUyRdPlnonAK6i5jYL2DOVezZXTzqCXS9meandOqXJUqf9R6am5/k7SaqH2cYlkQZUfrz04B5jTyNG3upjSQztb8Kps6Ouia2XqP
s2QneU4PviuNSzYovF/gdOJqZlrzF0Kwh7SU+BtBu3H2ZBxrnPWdQYZoEAvKwpEmU4aAsEDm8MmKqPUIsGiDvhSYwBGo4mYemCyhVAK80vH4sJg+Huto
Awccj40/Rp4vTQoH1lYWnmEI7Jz+2kA6Is9zsMre5jE1mWvqB1OL8+fw4+5Mg8EuiFnw+k7mNOy8YuoHb+grUpcsTFooNGSOrD0ioJs9liXjJAzC6/gL
2zpNUyRPaq9oehW+Lu95UDfbLAih9oWt19nVdezZa5L91yjWXzlm+a3gEra9b5e10knQythtbiyALVjRV4TJ6Ud/K+Wb+v1McBuBmWyQ6wLbfXlo+O5L
Wd6WVakeZui9hGQu6AVChMMukOpeloUBhQMfR+FAaWs4eNTZiZOOOG/LNbdYahB4PgB3kKSkyBvdEEVXUBx8uEYL3WcANqWl7HrWC491qeS8jobAYscc
GyrMQ+Quyee9N6PmLcMFXzX3/F/l+WCvYbYfBR3gvDe7aVqUUudDIspB0fh5hMz9vA3raXoTMhzwurdE8Rd1q9uZzGHibCigE86TzNUXqXSxQYeI+iIv
8qhdcyHR4oDqaCHvYD7Ebk+aFy+i+NKp4684kxvBXe+7i+yZULT5n3ZfC35fzjh9fuYnmDeyhFjuwqiJ95DU6GWNG1T35FU1UuXwR89wBhrzk8rJsOGn
uim4+44pIef9vqk2K56fe2sx6RwJnELUBS42YFDNOrLW1w7Mt8ELCHVe0Yeo7Xom+gTYd2WtMsqJQMLt3nHlDRr9a7CLTQ31RcT+VjSrUvIoElw21T2n
hSf4FKCZ4iS7JBTlPDKt1mxpfJAtQxwRKEtcU0cIdVtSs/tyAUXddCO5eAEUoys0hczDS85r/MSnzqpm3bprVWJIEFxuVtxzRVpoJ29Fzy1lVRVdaSIT
0xUjyJ8bcVdxVN0/NMWm4hGW3KNwqxt+lWEcX8edV6O7n+SGqXZ3ooHos+fEZU9vqXVHW2hw5Mssu6bvx6bgBm+iI8PilKLkMGmbjVpvFATINa9eNZta
ZVcX10mN53LezL+HWFFmEysWJLN8G/yZlbWHu4WmzBFk2wfoMrWGyGKJ7Scz64JLVda4okaa8fjOOZ5cutjjuD9wKdmCa4ojbww81gB7UANF1PsKf6xj
oZWE7QodolbC9s5oIOpxce1rxW1ZF80W8o9Gv3Ta0eJMeiqoWyvjBdASag1pMR0ocldifGMMU50eztUUBQZmBTqmv7FTBD8Uf2/zd2LVV1h72J9/xXWO
aLmNiGotRj+d8EPf8diblf1Of2DDM7GA4y+w8TXaxCd6IwSvsT2ZpJNztI+W+SaU0tAmlgJ26k+73fEt1vNpSUPmVjppp7ymz7vdJH5im+CYpNOABysN
EUBqPknWXECIyOoZpy97owTSBVdvEDc0SMVWjjIv5VtriRyEzyfj8Q9MLVN2KyMHdVo32yjGnH1wGvTGxM/xN9a0jRwcA/wNTgNnRKef9RTNh9hqfZza
AK7LUX/+B0Q/CYC8x5rtVqeRGBPvs3Y0F2zFM2e0x3Y9O+PGVOYxBbYVZZODJ32mxI9h2GQkmLJ400NDmenfx+f862S033uBxUZuWAXQ+dN//5sTWLyn
HOS/WmnGPYu6Dl0OkwFHZ8N4CpiYdVyHUv5sktm22lPKlxUcaiz6ReoPkBP1PnYTzu1kDpyS/WjBVbDaKPC6WtotJ97ou50/8OV+BOAR9onbHqkn+Pmz
xG7WBVR64t+gb1CUV+xTNEnosayj80SDxi5r0w6Tg8Cx05Rg7h7NEA60X6/XDjrR6WWcD501y/+u6SR3l9JZi+5xt+uvi8saEN7BEaFg06HL894Avl0Z
HNgG4+B64mBmYKNskUUJrmWC/HXULnGyHREbESbXq36cs3igGSWGYKg8auyUTSu0OtMBXuSPjXoB5zp4gYXgkBbvFiQKAgSgGzOY5Zxkcbc78RbDvHdV
qorBmaIojtuRFhrteVlEJ/TdGLP2gFFHJcT15p18qUfZACVOtf+EnFRXphFbf30d404xm88YyEnQY9vfhdYlHd4RtJSOshmap/F0PDI1FyF9xlWwpmyD
1BvAO9kMDiwXVtDM2b7ccbMxn2iyXvqIq6kUppRkyvO8amboVOov9vQ43wZ6DN3H1ERW6M875RO6DoE6+WXV3EZXN3SGNnjU/sf7Nz+mlLAr5w929P3l
zbVBB/Jx9iu7Z3ImyrVy8ELI+9O71/pYMJ2y7q5fWDCaau4Q3GzrAWJ7cTtgFvy+uXMwQ8Ih+XoCZqpzTQm/f8WhEepDo0dzU1YeRbZhahZyOs3dtcvc
l3/Bp9eL6/q32I0cdDhyuWSCF5klwPXZTZkUhulyA1BnfFkqmffvYu07Z+tnfvuXUv35w1/ys9dlvfmUPn6xXlecPn88+3ry7GNqbyJ5seiCUlA608jk
K6i/yvzEwTkeh3+Fkf8IN664CIOyDiimGI/DfsjmtI7G41AJVss5FxDLi6b60LyZzyVmbhDwuw8/vH7F6nsm9dFyutYCAuLQ9APUZel2Uh46L85Yu134
A6vZghfD7Zcj/gkFX3s4FE6+xc0f8E8Kj+QCNZqOdgR+djkLdHareNFdVLgKpZjBgXmqNIaoU7zbaTOarYSjuFAEDLHyDhfVaNHhWK7rW4Gy3qwdUQtE
0+gohinFZsv3S1Y026hdNQWUM9e8dsupbMGHanvYYCp79NLlJKnQh2Ks67uRvVTWUlSHN83w76UTYUE61R2MsmlZaGqGprLd5TdNIuuhMmRCphvKw7wC
wh4qLpecqzDBPLvWk0YzSxnGyUw0UpIahJFAZ0C3tKmrhhW5eeFgRSlp01FrylvkoO0vR8Bcex0BeiYdH5Ounz09pbVY5+rcMu+VBNr9gicJPBByqck7
pueoHYGayKIVKYrE7BUTm2MIcdCYjKxtzWwYTyRqf8ycalnDkawiMWnYDtoau6TLUa91MUEnyOgFjWjSjiB5mkVwZhrFQx/TAgutvyWYQs1MtswdP3bC
oS5BnIEJ3seX+2RkMqKDvXXkbYNec/KuOxQZIRKnkq/PyeJE7KlZnImzYRTPw7KouDkWu4AqO12ttEdlnfOG2sl4x4vN7DAueckXG/9ELSoPqcqZ7Irw
smZruWyUzK+unROavHjFquqWOd6MYrff1wX/ZA/cOvdqFLstoS2Mpx5spkk0du30PJv4sucEMAN4SYnFRnYsop546MMxPkzsufZa1cso7nPIcbtAg5E/
1cnEACcGmWtpwaqJ0UuUFUI31cxKhxYWKxYvm6rQV7zaLl9lxtntmgpOBxGA47gah510fuzoRwSlE3bGwzbAmqedk0zANmzqwxsD4m4ZE8dTiYZe9vFh
X2ty4iNL4XaAnQSGKe6tBcTJdlVtrBwMiIsxZPEl9dKUdX0Gw1p03xJ9d5L2nXdpzDIghnSUwY3GM+qVp4e6k5WNp9MQPSU6PAZ3rPG69dnVR5lcPzlz
Mpv+ljnPqBIscJdH0W2pJNV38+fwvIuMK3alL7BM4mQS73ZfGd6hRPT41mmW3W6IaC1ReN73ErMFGo3SV3H6+klfAdftU/zJ9AFPxxi4QkQwndAmRgu3
OiMExJPC7VFv6x3UGl4OJVMCT81QnEwzITidRjmA0g0aJ4XRR5DqGJuw3vvpFA/wINuisYP4gjgcwW8C6kuzCTCFpYPKI33cdNGgrc6vru0VClyTqRcY
HJh2WAnajG1PqfmBpHtbf0CiwDtFeUpsURUSvT+9+16n6HvHg71aKx7O9O77wT0scz3Nu+5nzymZ+JZ+bT0P/frcxhRTWzomjz9yDs+cEDDdLXM8+GOk
ORd46PZO3QRwkIROfnakadfNCwqHbZcO3Jpar0oetXB2dm/cHe/CSndCWkGtX+btyETiB1sNlRJ9wMdkSKMnlp6eHU+IMXjxT587G75m4Ts/2kzHXhE5
jzzPssWPmZnDXg81vYroIcaTKFTeow82R+SfqsPgMIpTteR1hDD2eJ1ZaaO7tadMQQBhDZNWBygUFiZ0ZrRcLZwIhysq90fSVP21YNB7ejzM9DJXHbEm
CejIGjjV4Cbsc0pSUaYkCtMz9OYptaHTNgOzQck7mAxeoyvrqqy5iVuIYp2Isq5Bz1ejRDnBHmeCrvmL5rbiq+6SW7db/FPW9my1puHwhA1UHMh1CBPj
jvt2gI5reYGeOeS5j/3oBxMkB+zV1CftUZHX89mb7Lk/69aLuQyH9IwG7rfTueDk5rVVD3Dw0NFb7i0JPKvdBYMHZ7gs5/cjrZvb/s5zndKDQ96+qdI5
xYGF74eS084UDMeXtKMRyIRWA8Hr0Xt3ki8wVnfVrR6YFYUP41yH0xHNwI04E+ukclnCUZlp6ndxqhY6THScbXuDjkKo2K1UFwetXRe43i+pJBl7THXr
DH1IN+18oEZ7Wt+WbOnCjybA/vcUXBSXdx3QQFyYps4rHP/DTgnebsoO6KjYg833MSFKOCXUdU/1p9emCgkFA0A3HuuWuDe+sTxIh4axpkm/G5jgCc0t
LTQZJgky7Valh96wsijlGhIFqGcw1f1qI1Wzovew6xAmbcEVK6ush2lPhyFRSiL30NJQOmF4g9lCBV4Ba50tBFoHxc+NTalF13BoWFsW6cyvdogPZeaz
CmA/opyFE3tqd93deiYi8wkfIttLOnzONdAKouf3Cw7p0UjC/8gqpM9dC6tv1GX9kE5glTdycyXBk8Dgwvp0HOuBwGxE2lU3WZuRUQadOSb96hTi6ENQ
wqGsegZnjSFJi0ZcZ2rt9tP+Zs+3wDs52Xusc2hstLQ/Q0Oc0B2dIYDvsCXGogdiAzfbnEkLL4ownqaFYNvvV+DMa6s2SZzyxLGzZhqdarAmYxqo3Ocd
gtH8sdL9Bbw91bveyGUfu8na/bU0JyB8Nawr4dbcm3zbbmf75Hl+4ufDbPn8+/qtvnvtFWi7xNmJxYKr29FxVEZN2sLmICCIM1kqih+H+pLXbeJ1OvjW
4fu8DjEhoJ1NF//ZgErfWLQgWhhtBvY3AHZ3Hox/2k/a+Akqx7Hpkj1my6IypqO7Vvl0Wequ9msa7I4zox16vWYQ7fLaYabo2VkqdWJ1r3217oare6NG
ixN994v32IR/TSavK8X+VhPCzbFnY0P0DQX3FHLkscqr9/r3suESjLkqQ/rV9By6h9rX9P17NublN85G+77OTPQ4e3sngMBJjGRKMhQdHJD0KlyxKX+1
cO0xwUVKnEvzSff/F5PuCmsC/6Eqca9yJDr3hLfiEu+/ySVOUsK92p64/6Jsfzn6fy3gh+FqUgAA
""")
}
