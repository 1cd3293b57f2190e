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
const hasCodecs="VideoDecoder" in window&&"AudioWorkletNode" in window
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
H4sIAAAAAAACA5U87XLbOJL/9RQ0N6UlE5qWPcnsLT2MKpOd3Zm7ZJJKMjtV53jWsAhJHFOkDoCseCld7YPc/b0H2ye56m4ABCgqmf1jkUSj0Wg0+hPw
rKmlCv6jrIv8ze2vfKbSueD87zxq78uCN9l5wjZF2WQXScEUy77ax5ejGfZ5r5ji/U5bVqqyXmSTpCrveXaelLXiQmzWihfZRbJoap5dPHvWYVmw9TvO
ZFPLHqqrUVjxuQqajQqTsGKK17OHMAk3dcFnTcFuKx4m4XpzW5VyyUWYhHWjAsH/a8Ol4kWYhILPmrrmM1U2tW6u2QqaRtfx5Wi+qbEpKOV7JThb/chW
PAKIuB0JrjaiRvi04vVCLb/JL549G4/Pfrl6cfqf7PTvk9M/fjz9W/rf10+ij2cH3+LHj85SxaUihKPx+ARxyXVVqig8C+NUNiseRWsmVJw/h588z8M0
3O3scxrGl6O9ZlQpPzR3vM4jBT9x/vzsl6uPny7OTz9++sN31+158nTyx6/3ZlQCMkwu+JxtKvW2ESr/w9NnE2fyayYkf99sxIxHEn+SWyaBBdR1K0ql
eJ2f/RJJ5FKxU5WMs49nH8+iq1/Opr+7fhIDB36Z/u76cTx9dJbyT3ymccWXo3IeaRyxZioO+Y4XpeAzZQZtJZ9tBM/mrJI8WTZSZWGY0JBZCMIUgtBU
XAUbUV2OlHhoRxtR5TXfBj+9e+URfznaz5iaLbt13FQVsLKcRydX4VKpdRYm+CvhYav/yiy8Tst6Vm0KLqONqNK1aFQza6o49jARb4i6HOGYWtICV+WM
R+c0cQIYj088EaOvPYz0YrjgDg2ioCnd7foNSDOxC5rgQTNtD/P1l9nyXPFPKpmLZmWXeQXsgkWeZofrHE+jTsDTj6d/u36y+3h1NTn944vTP7PTeZZe
P/l4HUfTLIs+Fu158mwfx9Nomn08i9LHcScUMC5x5gQHHGDqVSJnS74iEUjWjVAJ8PU6xw6W88imnECn9APsUJUMM5hYShC9lQJMux214xeiZWh1drsf
N6tbLiIgYTo9j59//ezZV88OPn9z7k+inEfO+OPxCT18ZrFp9W4etfC7zx61hNrZs/sbd031vuS375vZHVc/vXuVR6woBJcyzp/fPGr1iyZhCjISZuFW
hvvs7KxrxuGcdz3EjeEZyNwbUS7K+gv4UTjDDH+Hxrhx1M2K3ZGOTZhSorzdKC7zdp+kaTpbllUheG1lkld8xWuVF81sAw/pTHCm+Hf0mRTr5WjeiIgk
544/JPes2vDrZh5oY8JrJUouo260ONZ4U8nVC/M5sp3jy5EBYOs1r4vIpc2snSGuWxB5v6B9mp2dbbfbdPtV2ojF2cVkMjmT94vQNTizpo5AY9iprsuZ
AoEenuqP7yN5v0hCQBNfjjSwT394X/Ltt82nMAknwSS4eBpcPD0OzETJTpdlUXCwjEpseGiNhVyy9ZcoAeKhB8L2cBdhgnPrxtZ8ROCOg7q14yCTkqs8
mpcVj/PnRq/Da1KuYFOkK65YuhFVnC4FnxuCbx9g4+btKNzUbKOWjSj/zoswC18EaAaDUgY15wUvAtUEW9AjgVqWUmuFNExG4bwRt8SOLPwAbdSzaLgM
wHFgVdVsg4dmcxwFr4vTZn5KXxAN183BksmA1wUvELAo5aqUEkkEIMEr9vB7GTRrLphqBIEO4J+JhzUI0Cl4OaXwEQRM3slg3oiA1YGG5UXQuUAZDFAT
2jVb8GBbqiXucon4y/qeVWWhJ3AK28swo9RMCBACvaKgmQfMJU80FT+tG3UqubjXpJVS02b5iI0ByCoXNGwhWFmX9cKbC3aUiglwJtPgpZ5EvQjYgpV1
8M9//B/0VU1zumL1w6lGeMh1VlWBWtoRA7VkCj9ons1mfK1kGnwQD4PYZdVsNdaaq20j7oItA+loAmg6TprQttabluR1ITtaGlgqrSoNZWZxZqwGfs0b
EDxg1N6IO0rmd0I0QuZXvsgnjhxfOwqH18V7XoMHzSNeF0kp35Pp2TL5Zs3rZMnIu4xbMGC8LqYpLDKY1A7jeHxi4MZjXhepQMfdmLbuy6VGYlpog14B
ANry6TTqgHc7h0FG8rkjt+gFgxdJtBqk2KuDwmWpGqmOLIlVO2buo6kzbrfPa7nlIgkaQWtxK5qt5KIDUGIDzriSwYwLVc7LGVN8QH5G2XH0A+CesyYh
srILhm/aAYCF+g54RAuFTXmeYyiW6thrPLZALqsOVFHwwzwoVXDLF2UtiZQEPqwr9iCDJRc8DS+PjmJw3/zzH//zqNW+wz//8b84QN0ENjALHrhKg5+p
F8z1ZgCpEyV6RHdYShlA8Ohh6hY1DDszMmsKPjPcyyN8Bcflg7ueenvBXF1FG0SPWuywj1PrCK2ZKhHX+bPJxHwk58y0OA3I3LdsI3kOtt8iqdgDxKx5
ewXBdorR9XUWfn/x9dMwoW8YaV9n4Wr9lIWw3ysmZfBnVAFlvdDOgtjMVCMiQMhF3I6A/JTecvq5pG8oezmwBl/1/skxwtLfjKSYj/sRikNk0Jo+g8DO
wGlzz0XFHlLJHqLQ2YCoDQ0DMZoVfMbLex5BOoGkGJ7SbifHiLd7f7lk9YIXfTDMR6SgZS4tEu1SxEcpCx3gLa9mzUoD65fCb+qAUVxP8hyyD/Oy5gV1
I6nxKERIp6cSbHYnCZyePXDd3MFvarlZg7djxtDzmLOyijzZPoQ36YIe5xgxDHilZaglpHtcWBA0zsSHcsWbjYpwUFQHRBX1BlOgMYc2kCfKJFe4iyMD
ANb8oG/VSG569tqkatbheKzRrXhRsth9SQXfNpu6yCdd/Ke3d9+y6W7aqE5NjDKltIIr0wYUzelJnqNs9GfUo3GKP2v0bj4zV4Td7YDf7uIZohPHgnfZ
Bmt0p9MwjDEKkTwYEOIOjTObqaePskk8vOld4w5z9n1WuzqdCOSSKyMYEeSpiB74ieKk03VxX6FATAHSaDeW2VPDEuhrG+zr6DDdl97sKhmpMK3LUqpG
PJydo9ot59GXBcrHpMf0N7XBbvb1fuS30/fhWfXFyTd6kNSaUmorO2oOp6HzAmE8mT8nXKPUxoHg42eQpQFzC2PGgzq9t70+44l43XVSx/TrKQhPBRv7
jZGKCQIP7MTn5P44rw43wXEn6cSbgNU+moHj8Yn+UMq3goPLHrd9qqpSKsocyajLlkQ+pthTNJp7KEf7kW8PtCk4oqIp68NqhZsLINN5WSkuoqi9K+ti
H+fP4fckz9GZAONgZwUNcnz+zTfwEJwG51Z8NhK9EkLsY0y0J0S7HsCu4PN1nufkVGm3HHtSknw8PiGE+r0nCAM2jLpfTa5TwmkJQ2co19jmZV305pnr
eSJcJzG4v6cpuTFXaZpCHuE9V5HGtGLrHqI4vtbiq0EoMT84GHptcXzMtTD7fc3ZHaw4LJM1wkDnFP+mkq3WFX/HFJ9OJxnkBFEgIEkCy3/UGu+tkwui
xwstfPn5xaXz/QfYEfesAq90YrzIN0Sr70OiSP6lvMfAj3Sf2fmYqAvXYdJCYJ+FsIs2EnPwjpKUDhyOA4DYEHYlnnnJq0IDlvUa6jmteljzLFwzKbeN
gMAVM1IVu+UVRMxAV5iwDeS5gVWKZ2Ezn4eJXPOqmi357C4LUWV1FM0bsdKjwGOYtPsEh07o4+1GKSgEtfsk/BkyOGhlbVfYr9/d81q9AtbWXESh3Nyu
ShUmEYfvcf68HeFTuhb4+ydK0UYGDZN3f24EEh8hcdBgWRwhMSkmGVMlylUE4zsf0VXfO8jKepG3e/1usqE0maK871iu5RAUqFDd6z7xljRx1y2x8/4s
8djDSPd+5KnhAk3zZFBgHU0Ofi1Axl5D36+gkZbN1uKPaQDjCA0AIEXeFwwnvEmnUHJ42cCLOslzC3kUyIL4bE8pWZqf9Jo1O1PB1xWb8Zc6TxwNrOIh
l1S54qJvOo8uxn7kfoVsn9m0KL6GQGgg4Id6FrgmqkHzRN5nwuQd78IBItO3NUvOCi5kjvDT9oVOMzHMJd58y5ngInjUYvP+Zp/Z0MhqcEx2dJlkonAK
6i5jYIeDOVezZXTzqCXS9meandOqXJUqf9R6am5/k7SaqH2cYoEPZUfrz04B5jTyNG3upjSQzrv8Kps6Ouia2cqNs2QneU4PvlOMSzYovF/gdOJqZlrz
F0Kwh7SU+BtBu3HbZBxrnPWdQYZoEAvKwpEmU1AAB1/m8MmKqLXtWH5BrwjM2whUcTMPTL5PKgH+5Xh8WBYfj3XcgAOOx8azIh+WJoUDaysLzzAEdk5/
bSCxkOc5WGVv85jqyjX1g6nF+XP4cXemwWAXxCx4fSdzGnZeMfXaG/qK1CULkxZKBpkja48I6GaPBcY4CYPwOv7Ctk7TFMmT2r+ZXoWvynse1M02C0Ko
YmHrdXZ1HXv2mmT/FYr1V45Zfiu4hG3v22WtdBK0MnabGwtgS0/0FWFy+tHfSvmmfj8T3MZSJq/jOrN2Xx4avvtSlrdlVaqHGXovIZkLegFn/7ALJK2X
ZWFA4ejGUThQ2hoOHnWe4aQjzttyzS0WDQRW+nEHSUpvvNENUXQFZb6Ha7TQfQZgU1rKrme98FiXSs7raAgsdsyxocI8RO6SfN57M2reMlzwVXPP/1We
D/YaZvtR0AHOe7ObpkUpdWYjomwSjZ9HyNzP27CepjfO/wGve0sUf1G3up3JHCbOhgI64WTIXH2RShcbdIioL/Iij9o1FxItDqiOFjII5kPs9qR58SKK
L52K/IozuRHc9b67GJ0JRZv/afe14PfljNPnZ36qeCNLiMoujJp4D+mJXv63QXVPXlUjVQ5/9AxnoDE/qZwMG36qm4K775jccd7vm2qz4vm5txaTzpHA
KURd4GIDBtWsI2t97cB8G7yAUOclfYjarmeiz3J9X9Yqo+wGpM7uHVfeoNG/BrvY1FApROxvRbMqJY8iwWVT3XNaeIJPAZopTrJLQlHOI9NqzZbGB3kv
xBGBssQ1dYRQtyU1uy8XUJ5NN5KLF0AxukJTyCF8y3mNn/jUWdWsW3etSgwJgsvNinuuSAvt5K3ouaWsqqIrTWRiumIE+XMj7iqOqvt1U2wqHmHxPAq3
uuFXGdq41mXpSW6YancnGog+e05c9vSWWne0JQNHvsyya/p+bApu8CY6MixOKUoOk7bZqPVGQYBc8+pls6lVdnVxndR4wubN/AeIFWU2sWJBMsu3wV9Y
WXu4W2jKHEG2fYAuUzWILJbYfjKzLrhUZY0raqQZD+Kc4xmkiz2O+5pLyRZcUxx5Y+ABBdiDGiii3lf4Yx0LrSRsV+gQtRK2d0YDUY+La18rbsu6aLaQ
STT6pdOOFmfSU0HdWhkvgJZQa0iL6UCRuxLjG2OY6vRwria9PzAr0DH9jZ0i+KH4e5u/E6u+wtrD/vwrrnNEy21EVGsx+umEH/qOx96s7Hf6AxueiQUc
ZIGNr9EmPtEbIXiN7ckknZyjfbTMN6GUhjaxFLBTf9rtjm+xnk9LGjK30kk75RV93u0m8RPbBAcenQY8ImmIAFLzSbLmAkJEVs84fdkbJZAuuHqDuKFB
KrZylHkp31pL5CB8PhmPXzO1TNmtjBzUad1soxiz78Fp0BsTP8ffWNM2cnAM8Dc4DZwRnX7WUzQfYqv1cWoDuC5H/fkfEP0kAPIea7ZbnUZiTLzP2tFc
sBXPnNEe2/XsjBtTmccU2FaUFw6e9JkSP4Zhk5FgyuJNDw1lpn8fn/Ovk9F+7wUWG7lhFUDnT//tb05g8Z5ykP9qzRj3LOo6dDlMLhudDeMpQA7UdR1K
+bNJS9u6TSm/reB4YtEvN3+AnKj3sZtwbidz4JTsRwuugtVGgdfV0m458Ubf7fyBL/cjAI+wT9z2SD3Bz58ldrMuoGYT/wZ9g6K8Yp+iSUKPZR2dJxo0
dlmbdpgcBI6dpgxz92iGcKD9yrt20IlOL+N86KxZ/ndNJ7m7lM5adI+7XX9dXNaA8A6OCKWXDl2e9wbw7crgwDYYB9cTBzMDG2WLLEpwLRPkr6N2iZPt
iNiIMLle9eOcxaPJKDEEQ4VOY6dsWqHVmQ7wIn9s1As4ocELLOmGtHi3IFEQIADdmMEs5ySLu92Jtxjmvas3VQxOB0Vx3I600GjPyyI6oe/GmLUHjDoq
Ia437+RLPcoGKHHq9ifkpLoyjdj66+sYd4rZfMZAToIe2/4utC7p8I6gpXSUzdA8jafjkam5COkzroI1ZRuk3gDeGWVwYLmwgmZO6eWOm435RJP10odV
Tc0vpSRTnudVM0OnUn+x58D5NtBj6D6mJrJCf94pn9DFBtTJ31bNbXR1Q6dhg0ftv79/82NKCbty/mBH31/eXBt0IB9nv7J7JmeiXCsHL4S8P717pQ/4
0nnp7iKFBaOp5g7BzbYeILYXtwNmwe+bOwczJBySrydgpjrXlPD7lxUaoT40ejQ3ZeVRZBumZiGn09xdu8x9+Rd8er24rn+L3chBh8OTSyZ4kVkCXJ/d
FDxhmC43ADXEb0sl8/6tKnuqc8nkSyiAyjz8K4D8CS45cREGZR2Q8z8eh/3YymkdjcehEqyWcy4g6BZN9aF5M59LTLEg4PcfXr96yep7JvVpbrpJAivp
UPEaCqh0ISgPnRdnrN0ufM1qtuDFcPvliH9CCdWuCMV9b3GXBvyTwlOwQI2mox2BQ1zOAp2GKl50dwOuQilmcEadSoIhbn7vQtiMZivh9CtU60IsdsPd
MFodOAnrOkGgVTdrRyYC0TQ63GBKsdny/ZIVzTZqV00Bdcc1r926J1vwoSIcNpgSHL10yUOqyKG86UJsZO9xtRR+4eUu/HvphEKQ93QHo7RXFprinilB
d4lIk3F6qAyZkJKGOi6vgLCHissl5ypMMCGuFZpRoVKGcTITjZSkr2Ak2NzQLW3qqmFFbl44mDvKrnTUmjoUeVL7yxEw194AgJ5Jx8ek62cPLGl10/kk
t8x7JYF2v2DJ3wMh35fcWHqO2hHs5yxa0Y5OzF4xQTT6+geNycgawczG20SidpzMQZI1nIIqEpMv7aCtVUq6ZPJaZ/11Jote0Nol7QiynFkEx5RRPPTJ
KDCl+luCuc7MpLXc8WMnbukyuRnYyn18uU9GJnU52FuHyDY6NYfdunOIESJxSu76aCpOxB5UxZk4G0bxPCyLipuTqAsoh9NtRns61Tnip72Bd7zYzA4D
iG/5YuMfYkXlIVU5k121XNZsLZeNkvnVtXMokhcvWVXdMsftUOz2h7rgn+wZV+cqi2K3JbSF8dSDzTSJxgCdnmcTX/acSGMALymx2MiORdQTD32KxYeJ
PR9cq3oZxX0OOf4RaDByfDqZGODEIHMtLVjeMHqJ0jfoT5pZ6RjAYsUqY1MV+lZV2yWWzDi7XVPByRoCcDxM41mTzo8d/YigdKjNuMIGWPO082YJ2MY3
fXhjQNwtYwJuqqXQyz4+7GtNTnxkKdwOsJPAMMW9tYCA1q6qDWqDAXExhiy+pF6asq7PYPyJflairyvSvvPuaVkGxJA3MrjReEa9OvJQd7Ky8XQaoktD
57XgWjPecD67+iiT6ydnTgrS3zLnGZVsBe7yKLotlaRCbP4cnneR8Zmu9J2RSZxM4t3uK8M7lIge3zrNstsNEa0lCo/YXmJYr9Eoffulr5/0rWvdPsWf
TJ+pdIyBK0QE0wltYrRwq1M3QDwp3B71tjBBreHlUNYj8NQMBbQ0E4LT+Y4DKN2gcVK8ewSpDoYJ672f9/AAD9IiGjuIL4jDEfwm8r00mwBzTTr6O9LH
zesM2ur86treWsA1mXoe/IFph5Wgzdj2lJof8bkX5AckCrxTlKfEVj8hI/vTux90Lr13ItcriuJ5SO+KHVx9MjfCvBt29kCRCUTp1xbe0K/PbRQxtTVe
8vgj55TLCQHTdS7Hgz9GmnNnhi7M1E0AJz4CCsfDnuvmRW/DtktHWE2tVyWPWjiuujfujndHpDuUrKAoL/N2ZELmg62GSok+4GMypNETS0/PjifEGLxr
pw+IDd9s8J0fbaZjr9qbR55n2eLHzMxhr4eaXkX0EOOREarD0QebzPGPv2FwGMWpWvI6Qhh7Ds6stNHd2lOmIICwhkmrAxQKCxM63FmuFk6EwxXV5SNp
yvNaMOg9PR5meimmjliTrXNkDZxqcBP2OWWTKKURhekZevOUg9D5lYHZoOQdTAZvrpV1VdbcxC1Esc4YWdeg56tRRptgjzNBF+dFc1vxVXevrNst/sFm
e5xZ03B4FAZKA+Q6hIlxx307QOeqvEDPnMbcx370g5mMA/Zq6pP2qMjr+exNmtufdevFXIZDekYDV8rpAG9y88qqBzgh6Ogt92LC/sYLqg8OW1nO70da
N7f9nec6pQensX1TpZN/AwvfDyWnnSkYji9pRyOQCa0GgtejV90kX2Cs7qpbPTArCh/GuYGmI5qBS2gm1knlsoQzLdPU7+KUF3SY6Djb9tIahVCxW1Iu
Dlq7LnCjXlLtMPaY6hYE+pBufvhAjfa0vq2t0h0bTYD9hyW4KC7vOqCBuDBNnVc4p4edErxQlB3QUbEHm5hjQpRwnKfrnupPr0y5EDL7gG481i1xb3xj
eZAODWNNk343MMETmltaaDJMEmTarUoPvWFlUco1JApQz2BO+uVGqmZF72HXIUzagitWVlkP055OLaKURO7poqF0wvAGsxUFvHXVOlsItA6KnxubUosu
ttCwtn7RmV/tEB/KzGcVwH5EOQsn9tTuurv1TETmEz5Etpd0+JxroBVEz+8XHNKjkYR/S1VIn7sWVl9iy/ohncBybOTmSoIngcGFheQ41gOB2Yi0q26y
NiOjDDpzTPrVqZjRh6CE01P1DA4FQ5IWjbjO1Nrtp/3Nnm+xLQu1zN5jQUJjo6X9GRriZMnLxVINAXyPLTFWJxAbuNnm8Fh4UYTxNC0E2/6wAmdeW7VJ
4tQRjh0K0+hUg8UT00B1Oe+0iuaPle4v4O2p3vVGLvvYTdbur6U5quCrYV2ytube5Nt2O9snz/MTPx9m69w/1G/1dWevktolzk4sFlzdjo6jMmrSFjYH
AUGcyVJR/DjUl7xuE6/TCbUO3+d1iAkB7Wy6+M8GVPqSoAXRwmgzsL8BsLucYPzTftLGT1A5jk2X7DFbFpUxnbG1yqfLUndFWtNgd5wZ7dDrNYNol9cO
M0XPzlKpE6t77at1l0rdqy9anOi7X2XHJvxrMnldzfS3mhBuzicbG6KvErjHhSOPVV5h1r8KDbdVzJ0W0q+m59DVz76m71+IMS+/cTba93VmosfZ28P7
BE5iJFOSoejgJKNX4YpN+auFK4MJLlLi3FNPun95mHS3RhP4p1CJe+ci0bknvL6WeP/ALXGSEu5t8sT9r2D7y9H/A2QcoBLdUQAA
""")
}
