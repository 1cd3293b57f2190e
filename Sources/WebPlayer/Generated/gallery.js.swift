// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let galleryJS = PlayerFile(name: "gallery.js", text: ##"""
import{Kind,State,endSentence,httpOrigin,isStreamName,isToken,make,parseRedirect,parseSource,tokenErrors,webSocketURL}from "./player.js";
const maximumRedirects=5;
const welcomeTimeout=10_000;
const shortestWait=250;
const longWait=700;
const longestWait=10_000;
const lastingTime=10_000;
const manyFailures=90;
class Connection{
constructor(address,random){
this.home=address;
this.address=address;
this.random=random;
this.state="idle";
this.failures=0;
this.redirects=0;
this.openedAt=Infinity;
this.deadline=Infinity;
this.silence=welcomeTimeout;
}
start(now){
this.state="connecting";
this.silence=welcomeTimeout;
this.deadline=now + welcomeTimeout;
return{kind:"connect",address:this.address};
}
welcomed(pingInterval,now){
this.state="open";
this.openedAt=now;
this.redirects=0;
this.silence=3*pingInterval;
this.deadline=now + this.silence;
}
received(now){
if(this.state==="open")this.deadline=now + this.silence;
}
ended(end,now){
if(this.state!=="connecting"&&this.state!=="open")return null;
if(end.name==="redirect"&&end.redirect)return this.redirected(end,now);
if(!end.retryable){
this.state="stopped";
return{kind:"stop",end};
}
return this.wait(end,now);
}
closed(now){
return this.state==="connecting"||this.state==="open"?this.wait(null,now):null;
}
close(){
this.state="idle";
this.deadline=Infinity;
return{kind:"close"};
}
tick(now){
if(now<this.deadline)return null;
if(this.state==="waiting")return this.start(now);
return this.closed(now);
}
wait(end,now){
if(now - this.openedAt>=lastingTime)this.failures=0;
this.openedAt=Infinity;
const span=this.failures<manyFailures?Math.min(longWait,shortestWait*2**this.failures):longestWait;
this.failures +=1;
this.redirects=0;
this.address=this.home;
this.state="waiting";
this.deadline=now +(end?.retryAfter||this.random()*span);
return{kind:"wait",until:this.deadline,end};
}
redirected(end,now){
const address=parseRedirect(end.redirect,this.address);
this.redirects +=1;
if(!address||this.redirects>maximumRedirects){
this.state="stopped";
return{kind:"stop",end};
}
this.address=address;
return this.start(now);
}
}
class ProtocolError extends Error{
constructor(name){
super(`The relay's bytes break the protocol: ${name}.`);
this.name=name;
}
}
const malformed=()=>new ProtocolError("malformed-message");
const decoder=new TextDecoder("utf-8",{fatal:true,ignoreBOM:true});
const encoder=new TextEncoder();
const maximumOptions=32;
class ByteReader{
constructor(bytes){
this.bytes=bytes;
this.view=new DataView(bytes.buffer,bytes.byteOffset,bytes.byteLength);
this.at=0;
}
get left(){
return this.bytes.length - this.at;
}
skip(count){
if(count>this.left)throw malformed();
this.at +=count;
return this.at - count;
}
u8(){return this.view.getUint8(this.skip(1));}
u16(){return this.view.getUint16(this.skip(2));}
u32(){return this.view.getUint32(this.skip(4));}
u64(){return this.view.getBigUint64(this.skip(8));}
i64(){return Number(this.view.getBigInt64(this.skip(8)));}
take(count){
const start=this.skip(count);
return this.bytes.subarray(start,start + count);
}
text(count,limit){
if(count>limit)throw malformed();
const bytes=this.take(count);
try{
return decoder.decode(bytes).replace(/[\u0000-\u001F\u007F-\u009F]/g,"\uFFFD");
}catch{
throw malformed();
}
}
end(){
if(this.left)throw malformed();
}
options(known={}){
const seen=new Set();
while(this.left){
const option=this.u16();
const value=new ByteReader(this.take(this.u16()));
if(seen.has(option)||seen.size===maximumOptions)throw malformed();
seen.add(option);
if(Object.hasOwn(known,option)){
known[option](value);
value.end();
}else if(option>=0x8000){
throw new ProtocolError("unknown-critical");
}
}
}
}
class ByteWriter{
constructor(type,capacity){
this.bytes=new Uint8Array(8 + capacity);
this.view=new DataView(this.bytes.buffer);
this.view.setUint16(4,type);
this.at=8;
}
u8(value){this.view.setUint8(this.at,value);this.at +=1;return this;}
u16(value){this.view.setUint16(this.at,value);this.at +=2;return this;}
u32(value){this.view.setUint32(this.at,value);this.at +=4;return this;}
u64(value){this.view.setBigInt64(this.at,BigInt(value));this.at +=8;return this;}
put(value){this.bytes.set(value,this.at);this.at +=value.length;return this;}
option(option,value){return this.u16(option).u16(value.length).put(value);}
message(){
this.view.setUint32(0,this.at - 8);
return this.bytes.subarray(0,this.at);
}
}
const utf8=(text)=>encoder.encode(text);
const u32Bytes=(value)=>new Uint8Array([value>>>24,value>>>16,value>>>8,value]);
const Type=Object.freeze({
hello:0x01,welcome:0x02,tracks:0x03,frame:0x04,gap:0x05,keyFrameRequest:0x06,receiverReport:0x07,
viewerCount:0x08,ping:0x09,pong:0x0a,streamState:0x0b,clockOffset:0x0c,error:0x0d,goodbye:0x0e,
streams:0x0f,
});
const Role=Object.freeze({subscribe:2,list:4});
const Limit=Object.freeze({tracks:65536,message:4096,frame:8388608});
const errorNames=Object.freeze({
0x0001:"end-of-stream",0x0002:"draining",0x0003:"redirect",0x0100:"not-this-protocol",
0x0101:"unsupported-version",0x0102:"malformed-message",0x0103:"message-too-long",0x0104:"unexpected-message",
0x0105:"unknown-critical",0x0200:"invalid-stream-name",0x0201:"unauthorized",0x0202:"forbidden",
0x0205:"role-not-served",0x0206:"dismissed",0x0207:"encryption-required",0x0208:"relay-loop",
0x0302:"too-many-viewers",0x0304:"too-slow",
});
const preface=new Uint8Array([0x8f,0x73,0x74,0x72,0x6d,0x64,0x0d,0x0a,0,1,0,1]);
function encodeHello(hello){
const name=utf8(hello.name);
const writer=new ByteWriter(Type.hello,8192);
writer.u8(hello.role).u8(name.length).u16(0).put(hello.instance).put(name);
if(hello.token)writer.option(0x8001,utf8(hello.token));
if(hello.client)writer.option(0x0002,utf8(hello.client));
if(hello.maximumLatency!==undefined)writer.option(0x0004,u32Bytes(hello.maximumLatency));
if(hello.kinds!==undefined)writer.option(0x0005,new Uint8Array([hello.kinds]));
if(hello.history!==undefined)writer.option(0x0008,u32Bytes(hello.history));
if(hello.randomAccessOnly)writer.option(0x0009,new Uint8Array(0));
return writer.message();
}
const encodePing=(sent)=>new ByteWriter(Type.ping,8).u64(sent).message();
const encodePong=(sent,now)=>new ByteWriter(Type.pong,24).put(sent).u64(now).u64(now).message();
const encodeKeyFrameRequest=(track)=>new ByteWriter(Type.keyFrameRequest,4).u16(track).u16(0).message();
function encodeError(error){
const code=Number(Object.keys(errorNames).find((code)=>errorNames[Number(code)]===error)??0x0102);
return new ByteWriter(Type.error,10).u16(code).u16(0).u32(0).u16(0).message();
}
const encodeGoodbye=()=>new ByteWriter(Type.goodbye,10).u16(0).u16(0).u32(0).u16(0).message();
function encodeReceiverReport(report){
return new ByteWriter(Type.receiverReport,32).u64(report.received).u64(report.missed).u64(report.bytes)
.u32(report.median).u32(report.high).message();
}
const Flag=Object.freeze({randomAccess:1,discardable:2,discontinuity:4,gradual:8,recovered:16});
function require(condition){
if(!condition)throw new ProtocolError("malformed-message");
}
function path(value){
require(value.left>0&&value.left%16===0);
if(value.left>4*16)throw new ProtocolError("relay-loop");
value.skip(value.left);
}
function welcome(reader){
const message=({
type:"welcome",epoch:reader.u32(),instance:reader.u64(),maximumFrameLength:reader.u32(),
pingInterval:reader.u32(),maximumLatency:reader.u32(),state:reader.u32()>>>24,
relayName:"",historyGranted:null,
});
require(message.pingInterval>0);
reader.options({
0x0001:(value)=>{message.relayName=value.text(value.left,128);},
0x0002:(value)=>{message.historyGranted=value.u32();},
0x0003:path,
});
return message;
}
function track(reader){
const number=reader.u16();
const kind=reader.u16()>>>8;
const codec=String.fromCharCode(...reader.take(4));
const generation=reader.u16();
const configurationLength=reader.u16();
const optionsLength=reader.u16();
reader.u16();
require(number<16&&kind>=1&&kind<=3&&configurationLength<=3072);
const result={track:number,kind,codec,generation,configuration:reader.take(configurationLength).slice()};
new ByteReader(reader.take(optionsLength)).options({
0x0001:(value)=>{result.width=value.u16();result.height=value.u16();},
0x0002:(value)=>{result.frameRate=value.u32()/value.u32()||undefined;},
0x0003:(value)=>{result.sampleRate=value.u32();},
0x0004:(value)=>{result.channels=value.u8();},
0x0005:(value)=>{value.text(value.left,128);},
});
return result;
}
function tracks(reader){
const epoch=reader.u32();
const count=reader.u16();
reader.u16();
require(count>=1&&count<=16);
const list=Array.from({length:count},()=>track(reader));
require(new Set(list.map((entry)=>entry.track)).size===count);
reader.end();
return{type:"tracks",epoch,tracks:list};
}
function frame(reader,flags){
const number=reader.u16();
require(number<16);
return{
type:"frame",flags,track:number,generation:reader.u16(),epoch:reader.u32(),sequence:reader.u64(),
decodeTime:reader.i64(),presentationTime:reader.i64(),captureTime:reader.i64(),
payload:reader.take(reader.left),
};
}
function gap(reader){
const message=({
type:"gap",track:reader.u16(),reason:reader.u16()>>>8,epoch:reader.u32(),first:reader.u64(),
count:reader.u64(),
});
require(message.track<16&&message.count>0n&&message.first + message.count<1n<<64n);
reader.end();
return message;
}
function end(reader){
const code=reader.u16();
const flags=reader.u16()>>>8;
const retryAfter=reader.u32();
const reason=reader.text(reader.u16(),512);
const message=({
type:"end",name:errorNames[code]??"",code,retryable:(flags&1)!==0,retryAfter,reason,redirect:"",
});
reader.options({0x0001:(value)=>{message.redirect=value.text(value.left,512);}});
return message;
}
function streams(reader){
const count=reader.u16();
const flags=reader.u16()>>>8;
const message={type:"streams",isNew:(flags&1)!==0,moreFollows:(flags&2)!==0,streams:[]};
for(let index=0;index<count;index++){
const length=reader.u8();
const state=reader.u8();
const kinds=reader.u16()>>>8;
const name=reader.text(length,255);
require(isStreamName(name));
message.streams.push({name,state,kinds});
}
reader.end();
return message;
}
function decodeMessage(type,flags,body){
const reader=new ByteReader(body);
switch(type){
case Type.welcome:return welcome(reader);
case Type.tracks:return tracks(reader);
case Type.frame:return frame(reader,flags);
case Type.gap:return gap(reader);
case Type.error:case Type.goodbye:return end(reader);
case Type.streams:return streams(reader);
}
const message=fixedMessage(type,reader);
if(message)reader.end();
return message;
}
function fixedMessage(type,reader){
switch(type){
case Type.ping:return{type:"ping",sent:reader.take(8).slice()};
case Type.pong:return{type:"pong",sent:reader.i64(),received:reader.i64(),answered:reader.i64()};
case Type.streamState:return{type:"streamState",state:reader.u32()>>>24};
case Type.clockOffset:return{type:"clockOffset",offset:reader.i64(),errorBound:reader.u32()};
default:return null;
}
}
const ownFrameLimit=2*Limit.frame;
const ends=[Type.error,Type.goodbye];
const allowed={
[Role.subscribe]:[
Type.tracks,Type.frame,Type.gap,Type.streamState,Type.clockOffset,Type.ping,Type.pong,...ends,
],
[Role.list]:[Type.streams,Type.ping,Type.pong,...ends],
};
class MessageReader{
constructor(role){
this.allowed=[Type.welcome,...ends];
this.afterwards=allowed[role];
this.frameLimit=Limit.frame;
this.hasPreface=false;
this.chunks=[];
this.available=0;
}
push(bytes){
if(!bytes.length)return;
this.chunks.push(bytes);
this.available +=bytes.length;
}
next(){
if(!this.hasPreface&&!this.readPreface())return null;
while(this.available>=8){
const head=this.peek(8);
const view=new DataView(head.buffer,head.byteOffset,8);
const length=view.getUint32(0);
const type=view.getUint16(4);
this.check(type,length);
if(this.available<8 + length)return null;
const body=this.peek(8 + length).subarray(8);
this.drop(8 + length);
const message=this.allowed.includes(type)?decodeMessage(type,view.getUint16(6),body):null;
if(!message)continue;
if(message.type==="welcome"){
this.allowed=this.afterwards;
this.frameLimit=Math.min(message.maximumFrameLength,ownFrameLimit);
}
return message;
}
return null;
}
readPreface(){
const bytes=this.peek(Math.min(this.available,preface.length));
if(bytes.subarray(0,8).some((byte,index)=>byte!==preface[index]))throw new ProtocolError("not-this-protocol");
if(bytes.length<preface.length)return false;
const lowest=bytes[8]<<8|bytes[9];
const highest=bytes[10]<<8|bytes[11];
if(lowest>highest)throw new ProtocolError("not-this-protocol");
if(lowest>1||highest<1)throw new ProtocolError("unsupported-version");
this.drop(preface.length);
this.hasPreface=true;
return true;
}
check(type,length){
const isKnown=type>=Type.hello&&type<=Type.streams;
if(isKnown&&!this.allowed.includes(type))throw new ProtocolError("unexpected-message");
const limit=type===Type.frame?this.frameLimit + 40:type===Type.tracks?Limit.tracks:Limit.message;
if(length>limit)throw new ProtocolError("message-too-long");
if(!isKnown&&type>=0x8000)throw new ProtocolError("unknown-critical");
}
peek(count){
if(!count)return new Uint8Array(0);
if(this.chunks[0].length<count){
const joined=new Uint8Array(this.available);
let at=0;
for(const chunk of this.chunks){
joined.set(chunk,at);
at +=chunk.length;
}
this.chunks=[joined];
}
return this.chunks[0].subarray(0,count);
}
drop(count){
this.available -=count;
const rest=this.chunks[0].subarray(count);
if(rest.length)this.chunks[0]=rest;
else this.chunks.shift();
}
}
const maximumStreams=1000;
class StreamList{
constructor(){
this.streams=new Map();
}
apply(message){
if(message.isNew)this.streams.clear();
for(const stream of message.streams){
if(stream.state===State.gone)this.streams.delete(stream.name);
else if(this.streams.size<maximumStreams||this.streams.has(stream.name))this.streams.set(stream.name,stream);
}
}
get sorted(){
return[...this.streams.values()].sort((a,b)=>a.name<b.name?-1:1);
}
}
function followList(address,token,events){
const connection=new Connection(address,Math.random);
let socket=null;
const perform=(action)=>{
if(!action)return;
if(socket)socket.onclose=socket.onmessage=null;
socket?.close();
if(action.kind==="connect")dial(action.address);
else if(action.kind!=="close")events.ended(action.end,action.kind==="stop");
};
const dial=(to)=>{
const own=socket=new WebSocket(webSocketURL(to),"streamd");
const reader=new MessageReader(Role.list);
const list=new StreamList();
own.binaryType="arraybuffer";
own.onopen=()=>{
const instance=crypto.getRandomValues(new Uint8Array(16));
own.send(preface);
own.send(encodeHello({role:Role.list,name:to.stream,instance,token:token||undefined,client:"streamd gallery"}));
};
own.onclose=()=>perform(connection.closed(performance.now()));
own.onmessage=({data})=>{
connection.received(performance.now());
try{
reader.push(new Uint8Array(data));
for(let message=reader.next();message&&socket===own;message=reader.next()){
if(message.type==="welcome")connection.welcomed(message.pingInterval,performance.now());
if(message.type==="ping")own.send(encodePong(message.sent,Math.round((performance.timeOrigin + performance.now())*1000)));
if(message.type==="end")perform(connection.ended(message,performance.now()));
if(message.type!=="streams")continue;
list.apply(message);
if(!message.moreFollows)events.changed(list.sorted);
}
}catch{
perform(connection.closed(performance.now()));
}
};
};
const timer=setInterval(()=>perform(connection.tick(performance.now())),250);
perform(connection.start(performance.now()));
return()=>{
clearInterval(timer);
perform(connection.close());
};
}
const key="streamd-token";
function takeToken(){
const given=new URLSearchParams(location.hash.slice(1)).get("token")??"";
if(location.hash.includes("token="))history.replaceState(null,"",location.pathname + location.search);
try{
if(isToken(given))sessionStorage.setItem(key,given);
return sessionStorage.getItem(key)??"";
}catch{
return isToken(given)?given:"";
}
}
function keepToken(token){
try{
sessionStorage.setItem(key,token);
}catch{
}
}
import "./player.js";
const detailsInterval=5000;
const address=(parseSource("/",location.href));
let token=takeToken();
let stop=()=>{};
const tiles=new Map();
const list=make("ul");
const status=make("p",{role:"status"});
const field=make("input",{type:"password","aria-label":"Token",placeholder:"Token",autocomplete:"off"});
const form=make("form",{hidden:""},field,make("button",{},"Show streams"));
document.body.append(make("main",{},make("h1",{},"Streams"),status,form,list));
function makeTile(stream){
const details=make("span");
const preview=document.createElement("streamd-player");
const link=make("a",{href:`/${stream.name}`},preview,
make("div",{},make("strong",{},stream.name),details));
for(const[key,value]of Object.entries({src:`/${stream.name}`,preview:"",fit:"cover","aria-hidden":"true"}))preview.setAttribute(key,value);
if(token)(preview).givenToken=token;
return{item:make("li",{},link),details,preview};
}
function changed(streams){
if(token)keepToken(token);
const shown=streams.filter(({state,kinds})=>state!==State.waiting&&(kinds&1<<Kind.video - 1||!kinds));
for(const[name,tile]of tiles){
if(shown.some((stream)=>stream.name===name))continue;
tile.item.remove();
tiles.delete(name);
}
shown.forEach((stream,index)=>{
let tile=tiles.get(stream.name);
if(!tile)tiles.set(stream.name,tile=makeTile(stream));
if(list.children[index]!==tile.item)list.insertBefore(tile.item,list.children[index]??null);
});
form.hidden=true;
status.textContent=shown.length?"":"No stream is live. This page shows streams as they begin.";
readDetails();
}
async function readDetails(){
if(document.hidden||!tiles.size)return;
const headers=token?{Authorization:`Bearer ${token}`}:undefined;
const answer=await fetch(`${httpOrigin(address)}/streams?limit=1000`,{headers}).catch(()=>null);
const document_=answer?.ok?await answer.json().catch(()=>null):null;
for(const{name,viewers,state,tracks}of document_?.streams??[]){
const tile=tiles.get(name);
if(!tile)continue;
const video=tracks?.find((track)=>track.kind==="video");
const size=/\d+ ?[x×] ?\d+/.exec(video?.summary??"")?.[0]??"";
tile.details.textContent=[state==="live"?"":state,size,`${viewers} watching`].filter(Boolean).join(" · ");
}
}
function follow(){
stop();
stop=followList(address,token,{
changed,
ended:(end,isFinal)=>{
status.textContent=endSentence(end,address.secure,false,token!=="").replace("watch this stream","see the streams");
form.hidden=!(isFinal&&tokenErrors.includes(end?.name??""));
},
});
}
form.addEventListener("submit",(event)=>{
event.preventDefault();
token=field.value.trim();
field.value="";
follow();
});
setInterval(readDetails,detailsInterval);
addEventListener("pagehide",()=>stop());
addEventListener("pageshow",({persisted})=>{if(persisted)follow();});
follow();

"""##, gzip: """
H4sIAAAAAAACA508XXfbtpLv+hU0T9dLJjAjyY6rSKZ1mra523PbpifJvffB9dnAJCShpkhdArSsyvod+1P2ffeP7ZkZgAQpOu3dh0QkMDMABoP5wtBy
vSlKvf+rzFP2UXMtmMjTjyLXIk8EW2m9eV/KpcyZVB91Kfj6Z74WTKpPxb3I2ZrfC7bhpRIfRCpLkWh6+1hUZSKYBqDvy7IoFduKu49Fci/03z78eFiU
xdrzo1ebjO9EGf2m/NkgKXKlvTV/lOtqbcmp+LXt2YosKdbik1yLotLxaPifw+HQdqpVUWqh9D+41PH4dd2eFfkS274ettosaJtKxpWW+RKG6PSseb57
x2VWlULFb6A540p53xZ5LhIti3xPgGWV6KIMeJqWQilW8jwt1uF+oFdSRatiLWLTNaMm89ZpJbSYfkybgs2JfZlmwjdNCzuhocWruWZbio3IRfqNjn/I
FzKXemfaU8HTTOai265kBhsft5k9GxwGSvNSB3mxtasxE0oMC/Kl/wc02gPnxdZ76XVhSqGrMt/fyzydWtI+M9yZuiw7wKQMehpsZL78IdeifOAZO54k
sMHvsiQvts/yza7h/IVLuX8NLgJMqhSJkA8iNcySi8CZSmwmE/4ZSiJPRRqIPGU9pE7iFvNPT9tdNArx08urLJsBusjTKOdrnIddtX96Cs321eK0OONM
A+mcEIYud/wuEx1uK11sNiL1O9sJzT6olwNxqRlly6V26B8GSVaomoEuZM1EZ+VPTz38nTeEYfFIeUpsMOSDzqzdk9VzPNqSCQR8XIeWyX2z03mxvWpR
ONqB9lxhgrCGsLNIc9RmrcU7XEHhd7lmR/fOvJaUX8eOUgv71UaPkjBadcPzuIVz5SrC+U9cr6K1zAOrZpmrh1+MX7xoIYdTR/V2dJj3Mh49exqtlqy1
aFsnWib2Hk/g0JxE9ZuFFqWRFtKtQfgC1hh2thcI+qzKtcymLZKO9B6dC2MBPDvZllkM3BPG3EWF3VUTJ+CMGQg7Ywtw3bWR/5/j1299npPCAx4asHi/
lIUukiJDq+6JRy3yVHn41jaBoGXC/UBVG1EGnz+thFeKjO/+XXl3Oy2Ud1cKfu/plfA2huTU+2oPWIfos2UKqir4z0zB2OJsUZRrkcZBGF/nYtueVODX
AGdroRRfCj+0Ep2KpEhFGQPWJ/Gov6P3wK/04mzis/2Ca55NdVkJJpd5UYq373/C10NNQ+RtGt/TexB2fJj3G3AMVHw+tu7C250WHwRPRYdXyBG7i/gS
4/+GCw9SbHG077jmf5diSwjRXbVYiJKZl50W7xcLJbTT8KPIl3pluck1nKjDYCm0l4mFDjrKlfAyxLF6hJPxv5ebICmqXJOiwcdrBABCoV6VxbbZmKAZ
0XsZI3Bbtrj2zjzTfhhUkyDcu92w4Ggp9N9kridGY8IMRmE4Owyq0eUX4EeXDsKYEM7HX0A4HzsIF4RwefEMwlu5BJzLCwdngjjSxfm5Wt+JMuii/nCM
Caia34uau0bzwuGLG0jqnfVsl6rueFnyXYAoDP/3XnoW4TDQ4lETPsvkWrZ2kBp6do9mQaKIgzlznA10uaslx5yoiH6NKEel2GQ8EcGrm1+r4XA4PIOf
0Tv4/+t3+PLm3e2rJfN/rd69e/cdHNBDwnWygkNwNJsD+UKB4wI9J3aHQUHHLrjPi20e7w8NT4XI8Rh9FBpAtyuZCYeahSMCtGyUNcuOB55VAik0Bzlo
uNMghOQkwYDRiquAKIZPT9ii5O9g+9taom8tCM3T1OIj0fd3v4lEA9n325wWyUx/uB/g+w293wY44XA2wN8IOTgbHESmhCcXhup1PHycDIfD0HK+R6FW
OdI9S0qpZcIz3+xJYxaAIf8ope5qNr3bCJbwDU+k3rU1HIyDB/wbFN8JCK0FfFbxOYJP2s8FjVStAi4YjOwovolRNMSS/RGOUTNcM8O0Rn+NZs6pM/rn
OTJW+/TRGXfpnI+fpWOVUh+diy6dy4teOm2FwzWjBgPrUpx0KG4q3aJoNI0wrcZ/0S4JEjGyHR1qJGdG3MxyWsoVGGpEOKqZa2iFUTOZ2WFgDHrtu3d4
NmSNeZl8WV0Om1U4vkWlF5M4AJUZxtfG0Ef0S61WF1Tn47coxmZu5Ig48nyD7dfX1+MLZh9Hl/XjhJ5ua4KfdhsRm8O9KIX4XQT7wUpkWTEdPg5HzIS6
8DJmuuTJvYLnc7YoOTVfsCXfwMNrdi9276D5g/hnJZSGxktm4tLyg4CUD7R9zQbAQFF+C4odWiYM4l14esM2BT1xpjDzg+khaLhjSVYk9+RtQEPCBCgK
eEzZsijSux0CCjYgVJzqgg0aJ+pDkR0tV1V3KinlnZiOWSaVnl408D+CpeoiGDZcvn59fsmMaEwvhm8uDVMm55PJ5XDiuG4wTchgqSNWDx+Hw+Fo6os8
PSsWZzRvn2HzeOqnJZc5BBnUcj5twmdoGQ2HUz8v9BkI1Zn1aH02wL7R1K9yVW2A7yI9exClkkVuEMfTHoeVus6nvmk400VxBtGT6bkAiuJxgyFIg0XD
vZ4ea2xAG8MkZf7AM5maBZ6Bc206cZa80quilL+L1LSOp/6iKO9kmoqcBhjDAGWRiTNYsBLlQw18OfVTqdZSqbrpa2BpUu7wfJ+V4p+VLOvOCbAx47uz
rIDgBKifw4iwWog0z0g8FYKfw6qhR2XF1neFaVOKBU9E16TcDB8nCzZ8/Poc/ruA/8Zs+HiZwn/wOoSnIWdDNoJ/cBgXVY75POPl/wccwACPYe0fYFAC
ioLaMUipp7JFI1g7CWQTAzjcEUKzyejNGJwP7IgqSwT4GcIrUKt1H2jDIalAApO50jxPBLWZkeXC9GK+NTSkjdpF6z5iznwJysVLMilyfYQIku8iGjAX
0zgxP3LIF+9O4rjKU7GQuUj7qF0wqzZ70VuUIWhVf0TwNetuuYN826K3kkoX5R9OcdKdosFr0aLkwTdJIpR6n2e7PkJvulMbho1BMvC1NZvVBojE7heZ
L+NAAbfJsHRlCbQ0m4QR2H4Ec2m1KBWWEiYpnqFW5Es2viChInJAGBCah2cG+Gvb1MQBKuVnBurYJXZBIk4oVtqdgTqnkdxRVOL1aYT22MRbRqffi50K
GlUfRguZp0EAkGDV644bg4Ydt3EcE+X5nPRys119S0FYNhrStJGEXQA4dsO+5bQ3+S9kKOssRncEY0jrMYZ/PECHXx9aFj8o8acJ+vsGbTsJ7HxMEkCo
tjdtNZK6bzVRFDjAiVookUqeh27TSi5Xvfx5l/Fl10C7Z246YqlUCS9TyD5Px/hW5FrmldS76QVbljyteDadgNNTPIhSpNPR5cHlkLFEQVLkqUTfE4PL
k+b92XCoN790aEhvuF5Z/3lgx7FO7UJfD09Pm7d/G13GcTwk9eIAXbwYXT4/Bcdq1vEdJgoaCu05GfcxKDFqrU+PWUAc7AcQME19A+czsSmS1ZTAcdNC
Zo1P3QopD2Z0OJ5ryje1sQbuDUq7q63+232YzGw1kS89wKXD+Z36PjPa+S8lz7VIMcFPjoFlu1lg5E7ieogASNlmC2oHsPbn9xa1HtAEOZhQafjMRuNJ
ODuwgXEVjwm0J2mo4JJqtPMpCI2dOp5Og93aRVSU3T3MUYvFllVuxgLsYKsDIo+ZozmT+KMuZb6M4Eb22xUvv4VIJ4oig4SJDUiKGZylyEXJMT/SN15S
5Au5rAiChKEXznC9F6L7RvtIi7waXZ6ewqKu4xE9XMXnp6c9w17F58Ovx/WApVBVpmOKGKZEjAE+Qy6wZl2sRWzq8qFnmDBSmUxEEB5mg05iyMVsrTcM
vyR1NNNoK1O9sqKCrDAdKyGXK93q6ZM9A41x0Ae4FnCk7pXz/PRUu0OOMB7RUXy9yY4I1RgXxxjJiue5yJSFnzjgrx3wL58p5zwQ3ePjoLrnATVX7GqO
RjyrXP8pcaP0KAgZPl3Fo8uaCoSmMfp0eGqCPXnrU4Q8MDDnrXPqSrHJPgKJaM03QSByXe4w16DLXUSOUGhThE3Wl1MeIg2aqyrS18QCo65tXgDIH1qc
QjkwE2KLjC/Vl9XH0bFrxjWGAin6RIu1jlVzlqYu0T6LosAPPLIoA8olw42l7cDsOtuUArxTpH3cm/CNrsoetMGG77KCp63DbJ7RUrJBm1tLvvlDQ7nk
G9+su7XKUnDVWTmme3pWv5Cl0p2l45Z32vrsGY6M6tC2kMgO86YF6XsvvRbE1Si/urq8yJ8Rq16zAxAdfqDb3afaUSCetTnNPWzvASXm2S5UCi3mvh41
Kv1oR0Se+gxC4qnj4sM8b+dz30dFz+qShWmAEz0dhSdxPGTNvMwGMpveAS/D7EDbYfiCv0CYz7gLuIbDHxh6kzY75vqxAvszbLe8MkrDUPeZVD+LbYcV
66IU74osK7bK9oypx+bybm4Ps8GiKINMaE/mqXiMhzP8vaI7PXx++bKedta285Nm2nRl3dOBEfyz68EUjCslNAIbv37tnBW3ZI1yJeHMZpAjs5hoU6lV
gPfO5HKiV6AOId3y/8kDQgrrJxPJ4KUHKca7It3VbCBy3QskBJkN1FbqZIW4gMCVwJRwZPO+NnPQ9uNnDqRR/jbn3bKNLhzlRg1Yj2FwYSGjbCAdpehC
UObXwTDpX4PlqA4Xy4qSgeqIexMJWsFdyEeRtvhbg8qFVYrhn96vZ8ntn90HzIu3TO8G08FgkFqGZeL6hA5+cYRfdPHJXNkgu93Kc7XFONZtPRzz9KOJ
m5yBnA7/ubiqRclN77coOR0+KyyAM0uUhrdFlaetIQ6zQSoWvMosPc+WYtmNLrY5RZCY5x+/wF8S1SbflKr4xkm+uPJ2a6E4aC6RxvvBDdwxRPWlwu30
ZuCcE9acBWZFnXX5yLrsYE32rcmcRRGInGKDW2YGBQfsdnrjivqXMG/RAaGbVCOVfWUimCM2F192mTeukqjp2XtPMGhbXqYqNvA3QMN2LxqGt9hNZVZc
/WLS6gueKducrKr8XsU39RAPXGZgUKm0BLWpLWeBdIpbU2KK3FqUIgejS9J7GbvoQD8HZW9Id6Z5enpi6qR4apqCsF1+59z414Ncx5NaQa8ET+nefyPE
fTBpbv6PLqIB1Bbg0HNTf9PgGcPXKTcZ1v1wquJO9cpFWDNIJPeknTJbx2PLH+rpX8G9eYu9Zq2mgqNId+6KGuDmJnRiB0zLYuOCdL0HV/AimSdZlQpF
mnLeYwE767oMyRpO61LIE6u3Te5OuMo8Qt5AiaTJSHUlvyPhxzJdVydaiseZKtZSO6FTl+pYjY7GasnX/rhSBhldj93eLWZuquyBoB09upkGEwJGHnsY
elNhfA0vJ3FsSNxg8234fI7w+DrSHY5mcNWZkPUK6MTbevktJPYR7WZye3U1eaLnN7XShUxuAzMaOkCj0S2OSlSuDeS/PmuDP3p6MiSuRuEXClaOb1tb
Ut5Z9rHOg5K/pn4AXw6D4xNp91+qv2K5EfRdx8113+kptFzFriXA5RgEq7T6T9WXFnh0+evkJ0D6zfFprNy8cz68l97FcOqCkWGcky0w3iS91KcBNgJX
3iod68uRd++tTd14vW7ilKk9+hcrj/CIOeWIJ/TsXGu07t0atUk252Z4a8W/XXX3WwF5sO41cvsIh7MBhD1USwlBkInMgLJXLDxnnHA/IIpYOoNtDOtN
qCwS3h3T1jKvhHfbLZRv5u9oi6bUD0XbLqljS89sHWadEDX1hT00LUW5CADOnpI2eAxdswFWk7kGXa3kQgdhu2IXFS9FYyoe0Yc16O5Q249S6bav09Q0
Ew7syU98Q3T5ZpPtaq9/71oNjGhDFzVKMsGxOrfZLeqC7eqEg0SMXuoqfXQFo2WRizbhVGRCCwttLuNtdV0LEvJ5V20u1F8tEASUCbqE2iOB/Di9JhI3
PIZyXoW6rinovYmiqEUBExAqCG8jAA0Czu7C+Jojuas7/JmfjaYjQ7OJlDATAPtTf9SE9QNMPIhcKyczYb+Ewq1qPoyq0dAkmg+i6Awp/B4sdv2VjSjh
ai0OOCJDWoVK4enVOpCwR4gc0k9U5PhxRFy/Wp+FiFPzPDIffiABIomlAs4HJX6YSp7ZzqZG326rg4Uf4OCHICExI6LvdQwIfBfQGQNL8IHDdTm65Fkc
6ALXWQdCsWWM2Hr/sJ/NBe4HdIDCTFyX+m76zCYYWmFEUAcl7SQ2pqPrAwh8KbZ5dCdzXu6wHs1HfUBurk+9RQ6fi+CldW38zL1gjGU+Bfh8H3Cf/05C
19Gno8vQjKQgUjem2G1ya2/2ELFM6wVQgk8XRrDrO0mSyin+79xpMKpZsTFw6i15loly5x9C2gdaEgkPrMkIYNDIs/3sxvTAYFFebKnKl9CbVGTKNT9Y
1lgC9QdhxyTqWmqMlTEW6nALKIZhk2+zYxkUCohmpvX01IhOHBfbfNYL29aXR162M+/667q+S1TWt5gewpglCTtbC1UpNSQWp5B2gMRB0GKTlmtBX6B6
L73jIV+ALQmfGRoSwmHPhtIxNdCsd1871E7w8FLS1IlW8BqnbYxagU3k5FKtjoB7saVI6QqI1DbpXFP+/i8K4AGvLup4Uq5FGSuh7S4Fz8g0frXWQ5CN
X4O/1INBnwP1zoG0stEIYGzr0XE+/fSMKqZTaB2Fe7GzjE7P8Cz7TskGpNfwu+Mm7lrKB1PU/7cPP34UvExWv/ASUolZkeA9EVjWlcnIjcIQlFPgE+kQ
7gVMcOEC1044wcV+GJorfPtdA3oE9GGh77MaG+7wQT9BCG3bFE7KHnT0/GkNOPUwVEJBePJRFyUdBv2DFuvgXuwYQdRRSAdy2UCahVgRMvDtgeb4M0U4
18DfC7EhOKoL3NNEvzAtgmuGA3ISPyPv/6Q7FZrLTFmhiF8731XbL9AC57PxwH/l8HRVikVoHAbaDkcMjB+hiw0ZJOcgZKLlNDpWDz5aD/wq81u3EJUy
HRufkc3xqdlv6kwXUmSpAZP5ptI+s7lcrtS2KFOf+byU/CzjdyLzpz7O02coNKsiS0VZt/EKAh24Vtdi6heLhTsQ+EA0Djz6bL/CAtyp7x8YzoJR712l
NVQS7w/M/7gqtl6tpcLZIC2Sai1yHUHeBfQUKGDCW3NJWPS6GhkSFpvR2hmMjrXYoVs7BUifIJVm/NB9e6fNzOHLSt+t0cUsWj2ppBRci+8zAW9BfepJ
ftxoNr83BDnwoRSL6edXX+0dd/jw+cAMeTYg0FQ+OMtTusRc+/7AXB+bmfmGbmxwAyJOtfnFwjNFaHA7L4UK9qpMjke3g8NV4UJq+HD9QZRWFGjnfLiq
rwT4HQYaztQ3WpfyrtIiqEc10SqescCAhhEe3k8k/vB/fRsvtVhPaZWZxBUCw+ql2am177etDWoFPTRkVx04f2ABHFMTTSxkBhWDwb51ZRZf26/PKWIy
3+WengYIcDq6uoK/MxE9yFQU3pk3eno6wZ72BmCEAwcYNgAPsonKVuhFYGLMCB6MWG9EHMcUOjUGGrAjYFFUinXxgK4/UrSxmwnaDgMivijK73mysvTr
1Nue1I/MREzoy3ZAZsw+9IUE0I3YELd7bkxmCzyBZCWztBS5SeudxHE99xABZK5Eqd+KRVGKoO5jfcjzOVgmWBbxdR2RDJqkFh1tvDf9toA/9KFjWj2F
+XPfn/o/FzZGlsrL5IOIvE8rqbwNXwqUBWU1jccVfMW78+7EUuaRTxfl35H4mXBd7fLEcyovnX7c2Von0Dyfnk4ME+Xvoo75mhS9KBWdgvn+G/O5ApWb
fH4reClK76s9dh8+H6ZNdZO1OHiPFnMQTm8h4K7v81f75g+d2Hg1PLwyK5xTQg08zc9sbyZwCCM0f+hgGXYbJWgW858xDTWPivs5DUcN0W+qyIMjfJMX
r88B3UmbDyDM3TQl5Q7FohllbkP8+fzmttbEHVHtymhzQuz9RiqK2OT/TLm0rePG3zqERUjHckKh0qtf05fe/Obxf//r1pv/mr58FYlHkQQIOo9UtV7z
cgcuSjiPboa35KygCBst1ZLFm/qPI4Dc+SCOtHgYi33+am9YcvC2wECZLz/fWoX0tigyAVXGkD8LfO9//tvz+zMaIHngN+B3luA/PJvo2A+MumT09zim
+MW/VO9kzjPUDT0HyvkjOghuSEZKJFUpGObXiT6EFn7zwayPi8KEmme/QfKVEPilfG3c28f6JDCzOT11/uJO48biX0DADA/sAfCDKloORIWn6fcQm8Da
oXQr8FV1t4a/gBBgzIJrxKcIrInI9Xd0l4vaFG0SuiSRqXcp5RqzbU1bDBtu+U5qyY1RHIXAOs4iJEuPpgdKaCVT4WOtHe3is4CgrHwW7DdwDaC0SDE8
l4ugbgjrmZG+tNP8P+gajKobSQAA
""")
}
