// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let playerJS = PlayerFile(name: "player.js", text: ##"""
const Kind=Object.freeze({video:1,audio:2,data:3});
const State=Object.freeze({waiting:0,live:1,interrupted:2,gone:255});
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
export{Kind,State,endSentence,httpOrigin,icon,isStreamName,isToken,make,parseRedirect,parseSource,tokenErrors,webSocketURL};

"""##, gzip: """
H4sIAAAAAAACA5U87XLbOJL/9RQ0N6UlE5qWPcnsLT2MKsnO7sxdZpJKMjtV53jWsAhJHFOkDoCseCld7YPc/b0H2ye56m4ABCgqmf0Ti0Cj0Wg0+hPI
rKmlCv6jrIv8ze2vfKbSueD87zxq78uCN9l5wjZF2WQXScEUy77ax5ejGY55r5ji/UFbVqqyXmSTpCrveXaelLXiQmzWihfZRbJoap5dPHsGWOabeqbK
pg5K+V4JzlY/shWParbicTsSXG1EHcBXWvF6oZbf5BfPno3HZ79cvTj9T3b698npHz+e/i397+sn0cezg7b48aOzVHGpCOFoPD5BXHJdlSoKz8I4lc2K
R9GaCRXnz+FPnudhGu529ncaxpejvV5uKT80d7zOIwV/4vz52S9XHz9dnJ9+/PSHb6/b8+Tp5I9f782sBGRYVfA521TqbSNU/oenzybO4tdMSP6+2YgZ
jyT+SW6ZBBbQ0K0oleJ1fvZLJJFLxU5VMs4+nn08i65+OZv+7vpJDBz4Zfq768fx9NFZyj/xmcYVX47KeaRxxJqpOOU7XpSCz5SZtJV8thE8m7NK8mTZ
SJWFYUJTZiFsZgibVnEVbER1OVLioR1tRJXXfBv89O61R/zlaD9jarbs9nFTVcDKch6dXIVLpdZZmOBfCT+2+l+ZhddpWc+qTcFltBFVuhaNamZNFcce
JuINUZcjHFNL2uCqnPHonBZOAOPxiSdi1NrDSB+GC+7UIAqa0t2u34E0E7ugC35opu1hvf42W54r/kklc9Gs7DavgF2wydPscJ/jadQJePrx9G/XT3Yf
r64mp398cfpndjrP0usnH6/jaJpl0ceiPU+e7eN4Gk2zj2dR+jjuhALmJc6c4IQDTL1K5GzJVyQCyboRKgG+Xuc4wHIe2ZQT6JT+ADtUJcMMFpYSRG+n
ANNuR/3YQrQM7c5u9+NmdctFBCRMp+fx86+fPfvq2UHzN+f+Isp55Mw/Hp/Qj89sNu3ezaMW/u6zRy2hds7s/sbdU30u+e37ZnbH1U/vXucRKwrBpYzz
5zePWv2hSZiCjIRZuJXhPjs767pxOudbT3FjeAYy90aUi7L+An4UzjDDv0Nz3DjqZsXuSMcmTClR3m4Ul3m7T9I0nS3LqhC8tjLJK77itcqLZraBH+lM
cKb4t9RMivVyNG9ERJJzxx+Se1Zt+HUzD7Rd4LUSJZdRN1sca7yp5OqFaY7s4PhyZADYes3rInJpM3tniOs2RN4v6JxmZ2fb7TbdfpU2YnF2MZlMzuT9
InQNzqypI9AYdqnrcqZAoIeX+uP7SN4vkhDQxJcjDezTH96XfPuy+RQm4SSYBBdPg4unx4GZKNnpsiwKXodJqMSGh9ZYyCVbf4kSIB5GIGwPdxEmuLZu
bs1HBO44qHs7DjIpucqjeVnxOH9u9Dp8JuUKDkW64oqlG1HF6VLwuSH49gEObt6Owk3NNmrZiPLvvAiz8EWAZjAoZVBzXvAiUE2wBT0SqGUptVZIw2QU
zhtxS+zIwg/QRyOLhsugblTAqqrZBg/N5jgKXhenzfyUWhAN193BksmA1wUvELAo5aqUEkkEIMEr9vB7GTRrLphqBIEO4J+JhzUI0Kng/7UphY8gYPJO
BvNGBKwONCwvgllT1xzFLoMJakK7ZgsebEu1xFMuEX9Z37OqLPQCTuF4GWaUmgkBQqBXFDTzgLnkiabip3WjTiUX95q0UmraLB+xMwBZ5YKmLQQr67Je
eGvBgVIxAc5cGrzSi6gXAVuwsg7++Y//g7GqaU5XrH441QgPuc6qKlBLO2Oglkxhg+bZbMbXSqbBB/EwiF1WzVZjrbnaNuIu2DKQjiaAruOkCW1rvWVJ
Xheyo6WBrdKq0lBmNmfGauDXvAHBA0btjbijZH4rRCNkfuWLfOLI8bWjcHhdvOe14vWMR7wuklK+J9OzZfLNmtfJkpF3GbdgwHhdTFPYZDCpHcbx+MTA
jce8LlLBmWysW9e1XGokpocO6BUAoC2fTqMOeLdzGGQknztyi14weJFEq0GKozoo3JaqkerIlli1Y9Y+mjrzdue8llsukqARtBe3otlKLjoAJTbgjCsZ
zLhQ5bycMcUH5GeUHUc/AO45axIiG7th+KUdANiob4FHtFHYlec5hkKpjn3GYwvksupAFQXfz4NSBbd8UdaSSEmgYV2xBxksueBpeHl0FoP75p//+J9H
rfYd/vmP/8UJ6iZYb26rUi65CB64SoOfaRSs9WYAqROleUR3WEoZQPDmYeo2NQw7MzJrCj4z3Msj/ATH5YO7n/p4wVpdRRtEj1ocsI9T6witmSoR1/mz
ycQ0knNmepwOZO5btpE8B9tvkVTsgd1WPG+vINhNMbq9zsLvLr5+GibUhpHudRau1k9ZCOe9YlIGf0YVUNYL7SyIzUw1IgKEXMTtCMhP6SunP5fUhrKX
A2vwU5+fHCMs3WYkxTTuRygOkUFrxgwCOxOnzT0XFXtIJXuIQucAojY0DMRoVvAZL+95BOE8STH8SruTHCPe7vvVktULXvTBMB+Qgpa5tEi0SxEfpSx0
gLe8mjUrDaw/Cr+rA0ZxPcnzTV3weVnzgoaR1HgUIqQzUgk2u5METr89cN3dwW9quVmDt2Pm0OuYs7KKPNk+hDfpgh7nGDEMeKVlqCWke9xYEDTOxIdy
xZuNinBSVAdEFY0GU6AxhzaQJ8okV3iKIwMA1vxgbNVIbkb2+qRq1uF4rNGteFGy2P1IBd82m7rIJ138p49337LpYdqoTk2MMqW0givTBhTN6Umeo2z0
V9SjcYp/1ujdfGatCLvbAb/dzTNEJ44F77IN1uhOp2EYYxQieTAgxB0aZzVTTx9lk3j40LvGHdbs+6x2dzoRyCVXRjAiyFMRPfAnipNO18V9hQIxBUij
PVjmTA1LoK9tcKyjw/RY+rK7ZKTC9C5LqRrxcHaOarecR18WKB+TntM/1Aa7Odf7kd9P7cOr6ouTb/QgqTWl1FZ21BxOQ+cDwngyf064RqmNA8HHZpCl
AXMLc8aDOr13vD7jiXjDdVLHjOspCE8FG/uNkYoJAg/sxOfk/jivDg/BcSfpxFuA1T6agePxiW4o5VvBwWWP2z5VVSkVZY5k1GVLIh9T7CkazT2Uo/3I
twfaFBxR0ZT1YbXCwwWQ6bysFBdR1N6VdbGP8+fw9yTP0ZkA42BXBR1yfP7NN/AjOA3OrfhsJHolhNjHmGhPiE49gF1B83We5+RUabccR1KSfDw+IYT6
uycIAzaMhl9NrlPCaQlDZyjX2OZlXfTWmet1IlwnMXi+pym5MVdpmkIe4T1Xkca0Yuseoji+1uKrQSgxPzgZem1xfMy1MOd9zdkd7DhskzXCQOcU/00l
W60r/o4pPp1OMsgJokBAkgS2/6g13lsnF0SPF1r48vOLS6f9ezgR96wCr3RivMg3RKvvQ6JI/qW8x8CPdJ85+ZioC9dh0kJgn4VwijYSc/COkpQOHM4D
gNgRdoWaecmrQgOW9XqjwqRVD2uehWsm5bYRELhiRqpit7yCiBnoChO2gTw3sErxLGzm8zCRa15VsyWf3WUhqqyOonkjVnoW+Bkm7T7BqRNqvN0o1dTY
HP4MGRy0snYonNdv73mtXgNray6iUG5uV6UKk4hDe5w/b0f4K10L/PsnStFGBg2Td39uBBIfIXHQYVkcITEpJhlTJcpVBPM7jeiq7x1kZb3I273+NtlQ
WkxR3ncs13IIClSo7nOfeFuauPuW2HV/lngcYaR7P/LUcIGmeTIosI4mB78WIGOvo+9X0EzLZmvxxzSBcYQGAJAirwXDCW/RKZQcXjXwoU7y3EIeBbIg
PttTSpbmJ71uzc5U8HXFZvyVzhNHA7t4yCVVrrjom86jm7Efua2Q7TOHFsXXEAgdBPxQzwLXRDVonsj7TJi84104QGT6tmbJWcGFzBF+2r7QaSaGucSb
l5wJLoJHLXbvb/aZDY2sBsdkR5dJJgqnoO4yBnY4mHM1W0Y3j1oibX+m2TmtylWp8ketp+b2N0mridrHKRb4UHa0/uwUYE4zT9PmbkoT6bzLr7Kpo4Oh
ma3cOFt2kuf0w3eKccsGhfcLnE5czUx7/kII9pCWEv9G0G/cNhnHGmd9Z5AhGsSCsnCkyxQUwMGXOTRZEbW2Hcsv6BWBeRuBKm7mgcn3SSXAvxyPD8vi
47GOG3DC8dh4VuTD0qJwYm1l4TdMgYPTXxtILOR5DlbZOzymunJN42Bpcf4c/rgn02CwG2I2vL6TOU07r5j6wZv6itQlC5MWSgaZI2uPCOhmjwXGOAmD
8Dr+wrFO0xTJk9q/mV6Fr8t7HtTNNgtCqGJh73V2dR179ppk/zWK9VeOWX4ruIRj79tlrXQStDL2mBsLYEtP1IowOf3RbaV8U7+fCW5jKZPXcZ1Zey4P
Dd99KcvbsirVwwy9l5DMBX2As384BJLWy7IwoBWfq6NwoLQ1HPzUeYaTjjjvyDW3WDQQWOnHEyQpvfFGd0TRFZT5Hq7RQvcZgF1pKbuR9cJjXSo5r6Mh
sNgxx4YK8yNyt+Tz3ptR85bhgq+ae/6v8nxw1DDbj4IOcN5b3TQtSqkzGxFlk2j+PELmft6G9TS9cf4PeN3boviLutUdTOYwcQ4U0Ak3Q+bqi1S62GBA
RGORF3nUrrmQaHFAdbSQQTANsTuS1sWLKL50KvIrzuRGcNf77mJ0JhQd/qdda8Hvyxmn5md+qngjS4jKLoyaeA/piV7+t0F1T15VI1UO/+gVzkBjflI5
GTZsqpuCu9+Y3HG+75tqs+L5ubcXk86RwCVEXeBiAwbVrCNrfe3EfBu8gFDnFTVEbTcyqRh4Og/flbXKKLsBqbN7x5U3aPRfg11saqgUIva3olmVkkeR
4LKp7jltPMGnAM0UJ9kloSjnkem1Zkvjg7wX4ohAWeKeOkKo+5Ka3ZcLKM+mG8nFC6AYXaEp5BBecl5jE586u5p1+65ViSFBcLlZcc8VaaGfvBW9tpRV
VXSliUzMUIwgf27EXcVRdf/QFJuKR1g8j8Kt7vhVhjaudVl6khum2tOJBqLPnhOXPb2t1gNtycCRL7Ptmr4fm4IbvImODItTipLDpG02ar1RECDXvHrV
bGqVXV1cJzXesHkz/x5iRZlNrFiQzPJt8BdW1h7uFroyR5DtGKDLVA0iiyW2TWbVBZeqrHFHjTTjRZxzvIN0scd5f+BSsgXXFEfeHHhBAc6gBopo9BX+
sY6FVhJ2KAyIWgnHO6OJaMTFta8Vt2VdNFvIJBr90mlHizPpqaBur4wXQFuoNaTFdKDIXYnxjTEsdXq4VpPeH1gV6Jj+wU4R/FD8vcPfiVVfYe3hfP4V
9zmi7TYiqrUY/emEH8aOx96qbDv9AweeiQVcZIGDr9EmPtEbIXiN/ckknZyjfbTMN6GUhjaxFLBTN+12x49Yz6clDZlb6aST8pqad7tJ/MR2wYVHpwOv
SBoigNR8kqy5gBCR1TNOLXujBNIFV28QN3RIxVaOMi/lW2uJHITPJ+PxD0wtU3YrIwd1WjfbKMbse3Aa9ObE5vgba9pGDo4B/gangTOjM856iqYhtlof
lzaA63LUX/8B0U8CIO+xZrvVaSTGxPusHc0FW/HMme2x3c/OuDGVeUyBY0V54eBJnynxY5g2GQmmLN700FBm+u/jc/51MtrvvcBiIzesAuj86b/9zQks
3lMO8l+tGeOZRV2HLofJZaOzYTwFyIG6rkMpfzZpaVu3KeXLCq4nFv1y8wfIiXqN3YJzu5gDp2Q/WnAVrDYKvK6WTsuJN/tu5098uR8BeIRj4rZH6gk2
f5bYzbqAmk38G/QNivKKfYomCf0s6+g80aCxy9q0w+QgcOw0ZZi7n2YKB9qvvGsHnej0Ms6Hzprlf9d1krtb6exF93O36++LyxoQ3sEZofTSocvz3gS+
XRmc2Abj4HriZGZio2yRRQnuZYL8ddQucbIdERsRJte7fpyzeDUZJYZgqNBp7JRNK7Q60wFe5I+NegE3NHiBJd2QNu8WJAoCBKAbM5jlnGRxtzvxNsN8
d/WmisHtoCiO25EWGu15WUQn1G6MWXvAqKMS4nrzTr7Uo2yAEqduf0JOqivTiK2/v45xp5jNZwzkJOhn2z+F1iUdPhG0lY6yGVqn8XQ8MjUXIX3GVbCm
bIPUB8C7owwOLBdW0MwtvdxxszGfaLJe+rKqqfmllGTK87xqZuhU6hZ7D5xvAz2HHmNqIiv0553yCT1sQJ38smpuo6sbug0bPGr//f2bH1NK2JXzBzv7
/vLm2qAD+Tj7ld0zORPlWjl4IeT96d1rfcGX7kt3DyksGC01dwhutvUAsb24HTALft/cOZgh4ZB8PQEz1bmmhN9/rNAI9aHRs7kpK48i2zE1Gzmd5u7e
Ze7Hv+DT6811/VscRg46XJ5cMsGLzBLg+uym4AnTdLkBqCG+LJXM+6+a7K3OJZOvoAAq8/CvAPInDvVQEQZlHZDzPx6H/djK6R2Nx6ESrJZzLiDoFk31
oXkzn0tMsSDgdx9+eP2K1fdM6tvc9JIEdtKh4gcooNKDoDx0Ppy5drvwB1azBS+G+y9H/BNKqHZFKO57i6c04J8U3oIFajQd7Qgc4nIW6DRU8aJ7G3AV
SjGDO+pUEgzx8IdJqH2iMIGLOLBaCbdfoVoXYrE7TEItFnAT1nWCQKtu1o5MBKJpdLjBlGKz5fslK5pt1K6aAuqOa167dU+24ENFOOwwJTj66JKHVJFD
edOF2Mi+42op/MLHXfjvpRMKQd7TnYzSXlloinumBN0lIk3G6aEyZEJKGuq4vALCHioul5yrMMGEuFZoRoVKGcbJTDRSkr6CmeBww7C0qauGFbn54GDu
KLvSUWvqUORJ7S9HwFz7AgBGJh0fk26cvbCk1U3nk9wy75ME2m3Bkr8HQr4vubH0O2pHcJ6zaEUnOjFnxQTR6OsfdCYjawQzG28TidpxMhdJ1nALqkhM
vrSDtlYp6ZLJa53115ks+kBrl7QjyHJmEVxTRvHQN6PAlOq2BHOdmUlrufPHTtzSZXIzsJX7+HKfjEzqcnC0DpFtdGouu3X3ECNE4pTc9dVUXIi9qIor
cQ6M4nlYFhU3N1EXUA6n14z2dqpzxU97A+94sZkdBhAv+WLjX2JF5SFVOZNdtVzWbC2XjZL51bVzKZIXr1hV3TLH7VDs9vu64J/sHVfnKYtityX0hfHU
g800icYAnZ5nE1/2nEhjAC8psdjIjkXUEw99i8WHiT0fXKt6GcV9Djn+EWgwcnw6mRjgxCBzLS1Y3jB6idI36E+aVekYwGLFKmNTFfpVVdsllsw8u11T
wc0aAnA8TONZk86PHf2IoHSpzbjCBljztPNmCdjGN314Y0DcI2MCbqql0Mc+PhxrTU58ZCvcAXCSwDDFvb2AgNbuqg1qgwFxMYYsvqRRmrJuzGD8iX5W
op8r0rnz3mlZBsSQNzK40XhGvTry0HCysvF0GqJLQ/e14FkzvnA+u/ook+snZ04K0j8y5xmVbAWe8ii6LZWkQmz+HH7vIuMzXek3I5M4mcS73VeGdygR
Pb51mmW3GyJaSxResb3EsF6jUfr1S18/6VfXun+KfzJ9p9IxBq4QEUwntInRwq1O3QDxpHB71NvCBPWGl0NZj8BTMxTQ0koITuc7DqB0h8ZJ8e4RpDoY
Jqz3ft7DAzxIi2jsIL4gDkfwm8j30hwCzDXp6O/IGDevM2ir86tr+2oB92TqefAHph12gg5j21NqfsTnPpAfkCjwTlGeElv9hIzsT+++17n03o1cryiK
9yG9J3bw9Mm8CPNe2NkLRSYQpb+28IZ+fW6jiKmt8ZLHHzm3XE4ImJ5zOR78MdKcNzP0YKZuArjxEVA4HvZcNy96G7ZdOsJqar0redTCddW9cXe8NyLd
pWQFRXmZtyMTMh8cNVRK1IA/kyGNnlh6enY8IcbgWzt9QWz4ZYPv/GgzHXvV3jzyPMsWGzOzhr2eanoV0Y8Yr4xQHY4abDLHv/6GwWEUp2rJ6whh7D04
s9NGd2tPmYIAwhomrQ5QKCxM6HJnuVo4EQ5XVJePpCnPa8Gg7/R4mOmlmDpiTbbOkTVwqsFN2OeUTaKURhSmZ+jNUw5C51cGVoOSd7AYfLlW1lVZcxO3
EMU6Y2Rdg56vRhltgj3OBF2cF81txVfdu7LutPgXm+11Zk3D4VUYKA2Q6xAmxh337QDdq/ICPXMbcx/70Q9mMg7Yq6lP2qMir9ezN2luf9WtF3MZDukV
DTwppwu8yc1rqx7ghqCjt9yHCfsbL6g+uGxlOb8fad3c9k+e65Qe3Mb2TZVO/g1sfD+UnHamYDi+pBONQCa0Gghejz51k3yBsbqrbvXErCh8GOcFmo5o
Bh6hmVgnlcsS7rRMU3+IU17QYaLjbNtHaxRCxW5JuTjo7YbAi3pJtcPYY6pbEOhDuvnhAzXa0/q2tkpvbDQB9j8swU1xedcBDcSFaep8wj09HJTgg6Ls
gI6KPdjEHBOihOs83fBUN7025ULI7AO68Vj3xL35jeVBOjSMNU3628AET2htaaHJMEmQabcrPfSGlUUp15AoQD2DOelXG6maFX2H3YAwaQuuWFllPUx7
urWIUhK5t4uG0gnDB8xWFPDVVescIdA6KH5ubEo9uthC09r6RWd+tUN8KDOfVQD7EeUsnNhTu+vu0TMRmU/4ENle0uFzroFWED2/X3BIj0aSz5q6kD53
Lax+xJb1QzqB5djIzZUETwKDCwvJcawnArMRaVfdZG1GRhl05pj0q1Mxo4aghNtT9QwuBUOSFo24ztTa46f9zZ5vsS0LtczeY0FCY6Ot/Rk64mTJy8VS
DQF8hz0xVicQG7jZ5vJYeFGE8TQtBNt+vwJnXlu1SeLUEY5dCtPoVIPFE9NBdTnvtormj5XuL+Dtqd71Ri772E3W7q+luargq2Fdsrbm3uTbdjs7Js/z
Ez8fZuvc39dv9XNnr5LaJc5OLBbc3Y6OozJq0hY2BwFBnMlSUfw4NJa8bhOv0w21Dt/ndYgJAe1quvjPBlT6kaAF0cJoM7C/AbB7nGD8037Sxk9QOY5N
l+wxRxaVMd2xtcqny1J3RVrTYU+cme3Q6zWTaJfXTjNFz85SqROre+2rdY9K3acvWpyo3a+yYxf+azJ5Xc30t5oQbu4nGxuinxK414Ujj1VeYdZ/Cg2v
VcybFtKvZuTQ08++pu8/iDEfv3E12vd1VqLn2dvL+wROYiRTkqHo4CajV+GKTfmrhSeDCW5S4rxTT7qnogn8T1CJ+9Ai0QknfLOWeP9rW+JkItwn5In7
X4HtL0f/DzusHwtSUQAA
""")
}
