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
const manyFailures=90;
class Connection{
constructor(address,random){
this.home=address;
this.address=address;
this.random=random;
this.state="idle";
this.failures=0;
this.redirects=0;
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
this.failures=0;
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
H4sIAAAAAAACA508XXfbtpLv+hU0T9eXTGBGkh1XkUzrNG1zt6cf6UnSex9cnxuYhCTUFKlLgJZVRb9jf8q+7/6xPTMDkCBFp+0+JCKBmQEwGMwXhpbr
TVHq/fcyT9l7zbVgIk/fi1yLPBFspfXmbSmXMmdSvdel4Ouf+FowqT4U9yJna34v2IaXSrwTqSxFountfVGViWAagL4ty6JUbCvu3hfJvdC/vPvhsCiL
tedHLzYZ34ky+k35s0FS5Ep7a/4o19XaklPxS9uzFVlSrMUHuRZFpePR8F/D4dB2qlVRaqH0P7nU8fhl3Z4V+RLbvhy22ixom8qa57s3XGZVKVT8Cpoz
rpT3dZHnItGyyPcEWFaJLsqAp2kplGIlz9NiHe4HeiVVtCrWIjZdM2oyb51WQovpx7Qp2ILYl2kmfNO0sBMaWryaN7YlFTzNZC7i7/KFzKXeWWoyg22M
26ybDQ4DpXmpg7zY2lmbgROz1Hzp/wGN9sB5sfWee12YUuiqzPf3Mk+nlrTPDBemLmsOMCmDngYbmS+/y7UoH3jGjidZbET+F7hjV3D+zKXbvwIXAaZU
ikTIB5EaVslF4EwkNlMJ/wwlkaciDUSesh5SJ3GL9aen7S4ahbjp5VWWzQBd5GmU8zXOw67aPz2FZvtqcVqccaaBdE4IQ5c7fpeJDq+VLjYbkfqdzYRm
H1TFgbjUjLLlUjv0D4MkK1TNQBeyZqKz8k+fevg7bwjD4pHylNhgyAedWbvnp+dwtOUSCPi4Di2T+2an82J71aJwtAPtucIEYQ1hZ5HmoM1ai3e4gqLv
cm1vldqG53FLyq9cDTX/ketVtJZ5YLUcc9Xgs/GzZy3kcOpovs7x8Z7HoycPkFVftXprKyu77t4TBYuak3R9tdCiNBtMSi8In8Eaw86OAEGfVbmW2bRF
0hG4I1G2TLOTbVmlwD0UzF1U2F01cQKOhYGwM7YA110T9f85Mf1m4SnBOaCcgyn6uSx0kRQZGlVPPGqRp8rDt7ZtAsUQ7geq2ogy+PhhJbxSZHz3N+Xd
7bRQ3l0p+L2nV8LbGJJT74s9YB2ij5YpqF3gPzMFYySzRVGuRRoHYXydi217UoFfA5ythVJ8KfzQGthUJEUqyhiwPohH/Q29B36lF2cTn+0XXPNsqstK
MLnMi1K8fvsjvh5qGiJv0/iW3oOw40K83YDFVvH52Nrx1zst3gmeig6vkCN2F/Elxv8NFx6k2OJo33DN/yHFlhCiu2qxECUzLzst3i4WSmin4QeRL/XK
cpNrOFGHwVJoLxMLHXT0IeFliOOdeQYHrfW93ARJUeWaNBM+XiMAEAr1qiy2zcYEzYje8xiB27LFtXfmmfbDoJoE4d7thgVHS6F/kbmeGCUHMxiF4eww
qEaXn4EfXToIY0I4H38G4XzsIFwQwuXFEwiv5RJwLi8cnAniSBfnp2p9J8qgi/rdMSagan4vau4azQuHL24gqXfWs12quuNlyXcBojD833vuWYTDQItH
Tfgsk2vZ2kFq6Nk9mgWJIg7mzHE20OWulhxzoiL6NaIclWKT8UQEL25+rYbD4fAMfkZv4P8v3+DLqze3L5bM/7V68+bNN3BADwnXyQoOwdFsDuS+BI7X
8pTYHQYFHbvgPi+2ebw/NDwVIsdj9F5oAN2uZCYcahaOCNCyUdYsOx54Vgmk0BzkoOFOgxCSXwMDRiuuAqIYfvqELUr+Dua6rSX61oLQPE0tPhJ9e/eb
SDSQfbvNaZHM9If7Ab7f0PttgBMOZwP8jZCDs8FBZEp4cmGoXsfDx8lwOAwt53sUapUj3bOklFomPPPNnjRmARjyz1LqrmbTu41gCd/wROpdW8PBOHjA
v0LxnYDQWsAnFZ8j+KT9XNBI1SrggsHIjuKbGEVDLNkf4Rg1wzUzTGv012jmnDqjf54iY7VPH51xl875+Ek6Vin10bno0rm86KXTVjhcM2owsC7FSYfi
ptItikbTCNNq/BftkiARI9vRoUZyZsTNLKelXIGhRoSjmrmGVhg1k5kdBsag1+52h2dD1piXyefV5bBZheNbVHoxiQNQmWF8bQx9RL/UanVBdT5+jWJs
5kaOiCPPN9h+fX09vmD2cXRZP07o6bYm+GG3EbE53ItSiN9FsB+sRJYV0+HjcMRMbAovY6ZLntwreD5ni5JT8wVb8g08vGT3YvcGmt+Jf1dCaWi8ZCaU
LN8JyLhA25dsAAwU5deg2KFlwiBEhadXbFPQE2cKEy+YnYGGO5ZkRXJP3gY0JEyAooDHlC2LIr3bIaBgA0LFqS7YoHGi3hXZ0XJVdaeSUt6J6ZhlUunp
RQP/A1iqLoJhw+XLl+eXzIjG9GL46tIwZXI+mVwOJ47rBtOEBJI6YvXwcTgcjqa+yNOzYnFG8/YZNo+nflpymUOQQS3n0ybihZbRcDj180KfgVCdWY/W
ZwPsG039KlfVBvgu0rMHUSpZ5AZxPO1xWKnrfOqbhjNdFGcQPZmeC6AoHjcYgjRYNNzL6bHGBrQxTFLmDzyTqVngGTjXphNnySu9Kkr5u0hN63jqL4ry
TqapyGmAMQxQFpk4gwUrUT7UwJdTP5VqLZWqm74EliblDs/3WSn+Xcmy7pwAGzO+O8sKCE6A+jmMCKuFSPOMxFMh+DmsGnpUVmx9V5g2pVjwRHRNys3w
cbJgw8cvz+G/C/hvzIaPlyn8B69DeBpyNmQj+AeHcVHlmGgzXv5/wgEM8BjW/gEGJaAoqB2DlHoqWzSCtZNANjGAwx0hNJuMXo3B+cCOqLJEgJ8hvAK1
WveBNhySCiQwmSvN80RQmxlZLkwvpjtDQ9qoXbTuI+bMl6BcvCSTItdHiCD5LqIBczGNE/MDh3Tt7iSOqzwVC5mLtI/aBbNqsxe9RRmCVvVHBF+y7pY7
yLcteiupdFH+4RQn3SkavBYtSh58lSRCqbd5tusj9Ko7tWHYGCQDX1uzWW2ASOx+lvkyDhRwmwxLV5ZAS7NJGIHtRzCXVotSYSlhkuIJakW+ZOMLEioi
B4QBoXl4YoDv26YmDlApPzFQxy6xCxJxQrHS7gzUOY3kjqISr08jtMcm3jI6/V7sVNCo+jBayDwNAoAEq1533Bg07LiN45goz+ekl5vt6lsKwrLRkKaN
JOwCwLEb9i2nvcl/J0NZZzG6IxhDWo8x/OMBOvx617L4QYk/TdDfN2jbSWDnY5IAQrW9aauR1H2riaLAAU7UQolU8jx0m1Zyuerlz5uML7sG2j1z0xFL
pUp4mULCeDrGtyLXMq+k3k0v2LLkacWz6QScnuJBlCKdji4PLoeMJQqSIk8l+p4YXJ4070+GQ735pUNDesP1yvrPAzuOdWoX+np4etq8/cfoMo7jIakX
B+ji2ejy6Sk4VrOO7zBR0FBoz8m4j0GJUWt9eswC4mA/gIBp6hs4n4lNkaymBI6bFjJrfOpWSHkwo8PxXFO+qY01cC892l1t9d/uw2Rmq4l86QEuHc7v
1PeZ0c5/L3muRYo5eXIMLNvNAiN3EtdDBEDKNltQO4C1P7+3qPWAJsjBhErDZzYaT8LZgQ2Mq3hMoD1JQwWXVKOdT0Fo7NTxdBrs1i6iouzuYY5aLLas
cjMWYAdbHRB5zBzNmcTvdSnzZQQXol+vePk1RDpRFBkkTGxAUszgLEUuSo75kb7xkiJfyGVFECQMvXCG670Q3TfaR1rk1ejy9BQWdR2P6OEqPj897Rn2
Kj4ffjmuByyFqjIdU8QwJWIM8BlygTXrYi1iU5cPPcOEkcpkIoLwMBt0EkMuZmu9Yfg5qaOZRluZ6pUVFWSF6VgJuVzpVk+f7BlojIPewbWAI3UvnOdP
n2p3yBHGIzqKrzfZEaEa4+IYI1nxPBeZsvATB/ylA/75M+WcB6J7fBxU9zyg5opdzdGIZ5XrPyVulB4FIcOnq3h0WVOB0DRGnw5PTbAnb32KkAcG5rx1
Tl0pNtlHIBGt+SYIRK7LHeYadLmLyBEKbYqwyfpyykOkQXNVRfqaWGDUtc0LAPlDi1MoB2ZCbJHxpfq8+jg6ds24xlAgRZ9osdaxas7S1CXaZ1EU+IFH
FmVAuWS4xbcdmF1nm1KAd4q0j3sTvtFV2YM22PBdVvC0dZjNM1pKNmhza8k3f2gol3zjm3W3VlkKrjorx3RPz+oXslS6s3Tc8k5bnz3DkVEd2hYS2WHe
tCB977nXgrga5VdXlxf5E2LVa3YAosMPdLv7VDsKxJM2p7mH7T2gxDzbhUqhxdyXo0alH+2IyFOfQUg8dVx8mOftfO77qOhZXWUwDXCip6PwJI6HrJmX
2UBm0zvgZZgdaDsMn/EXCPMJdwHXcPgDQ2/SZsdcP1Zgf4btlldGaRjqPpPqJ7HtsGJdlOJNkWXFVtmeMfXYXN7N7WE2WBRlkAntyTwVj/Fwhr9XdKeH
z8+f19PO2nZ+0kybrqx7OjCCf3I9mIJxpYRGYOOXL52z4laMUa4knNkMcmQWE20qtQrw3plcTvQK1CGkW/4/eUBIYf1oIhm89CDFeFeku5oNRK57gYQg
s4HaSp2sEBcQuBKYEo5s3tdmDtp+/MyBNMrf5rxbttGFo9yoAesxDC4sZJQNpKMUXQjK/DoYJv1rsBzV4WJZUTJQHXFvIkEruAv5KNIWf2tQubBKMfzT
+/Ukuf2T+4B58Zbp3WA6GAxSy7BMXJ/QwS+O8IsuPpkrG2S3W3muthjHuq2HY56+N3GTM5DT4T8VV7Uouen9FiWnw2eFBXBmidLwuqjytDXEYTZIxYJX
maXn2eopu9HFNqcIEvP842f4S6La5JtSFd84yRdX3m4tFAfNJdJ4P7iBO4aovlS4nd4MnHPCmrPArKizLh9Zlx2syb41mbMoApFTbHDLzKDggN1Ob1xR
/xzmLTogdJNqpLKvTARzxObiyy7zxlUSNT177wkGbcvLVMUG/gZo2O5Fw/AWu6nMiqufTVp9wTNlm5NVld+r+KYe4oHLDAwqlZagNrXlLJBOcWtKTF1a
i1LkYHRJes9jFx3o56DsDenONE9PT0ydFE9NUxC2K+acG/96kOt4UivoleAp3ftvhLgPJs3N/9FFNIDaAhx6bupvGjxj+DrlJsO6H05V3KleuQhrBonk
nrRTZut4bPlDPf0ruDdvsdes1VRwFOnOXVED3NyETuyAaVlsXJCu9+AKXiTzJKtSoUhTznssYGddlyFZw2ldvXhi9bbJ3QlXmUfIG6hqNBmpruR3JPxY
puvqREvxOFPFWmondEpJHavR0Vgt+dofV8ogo+ux27vFzE2VPRC0o0c302BCwMhjD0NvKoyv4eUkjg2JG2y+DZ/OER5fR7rD0QyuOhOyXgGdeFuuvoXE
PqLdTG6vriaf6PlVrXQhk9vAjIYO0Gh0i6MSlWsD+ddnbfBHnz4ZElej8DMFK8e3rS0p7yz7WOdByV9TP4Avh8HxibT7L9X3WG4Efddxc913egotV7Fr
CXA5BsEqrf5T9bkFHl3+OvkJkH5zfBorN++cD++5dzGcumBkGOdkC4w3SS/1aYCNwJW3Ssf6cuTde2tT6l2vmzhlao/+YuURHjGnHPGEnp1rjda9W6M2
yebcDG+t+Ler7n4rIA/WvUZuH+FwNoCwh2opIQgykRlQ9oqF54wT7gdEEUtnsI1hvQmVRcK7Y9pa5pXwbru17c38HW3RlPqhaNsldWzpma3DrBOipr6w
h6alKBcBwNlT0gaPoWs2wGoy16CrlVzoIGxX7KLipWhMxSP64gXdHWr7QSrd9nWammbCgT35kW+ILt9ssl3t9e9dq4ERbeiiRkkmOFbnNrtFXbBdnXCQ
iNFLXViPrmC0LHLRJpyKTGhhoc1lvK2ua0FCPu+qzYX6QwOCgDJBl1B7JJAfp9dE4obHUM6rUNc1Bb03URS1KGACQgXhbQSgQcDZXRhfcyR3dYc/87PR
dGRoNpESZgJgf+qvjbB+gIkHkWvlZCbsJ0q4Vc0XSzUamkTzpRKdIYWfY8Wuv7IRJVytxQFHZEirUCk8vVoHEvYIkUP6iYocv2eI61frsxBxap5H5lsN
JEAksVTA+QbED1PJM9vZ1OjbbXWw8JsZ/HYjJGZE9ImNAYHvAjpjYAk+cLguR5c8iwNd4DrrQCi2jBFb75/2q7XA/X4NUJiJ61LfTZ/ZBEMrjAjqoKSd
xMZ0dH0AgS/FNo/uZM7LHdaj+agPyM31qbfI4ZMYvLSujZ+5F4yxzKcAn+8d7vM/SOg6+nR0GZqRFETqxhS7TW7tzR4ilmm9AErw6cIIdn0nSVI5xf+d
Ow1GNSs2Bk69Jc8yUe78Q0j7QEsi4YE1GQEMGnm2X8qYHhgsyostVfkSepOKTLnmB8saS6D+huuYRF1LjbEyxkIdbgHFMGzybXYsg0IB0cy0np4a0Ynj
YpvPemHb+vLIy3bmXX8O13eJyvoW00MYsyRhZ2uhKqWGxOIU0g6QOAhabNJyLegDUO+5dzzkM7Al4RNDQ0I47NlQOqYGmvXua4faCR5eSpo60Qpe47SN
USuwiZxcqtURcC+2FCldAZHaJp1ryt//ogAe8OqijiflWpSxEtruUvCETOOHZj0E2fgl+Es9GPQ5UO8cSCsbjQDGth4d59NPz6hiOoXWUbgXO8vo9AzP
su+UbEB6DT/7beKupXwwRf2/vPvhveBlsvqZl5BKzIoE74nAsq5MRm4UhqCcAp9Ih3AvYIILF7h2wgku9sPQXOHb7xrQI6BvAX2f1dhwhw/6CUJo26Zw
Uvago+dPa8Cph6ESCsKT97oo6TDo77RYB/dixwiijkI6kMsG0izEipCBbw80x58pwrkG/l6IDcFRXeCeJvqZaRFcMxyQk/gVd/8X1anQXGbKCkX80vng
2X6BFjhfbQf+C4enq1IsQuMw0HY4YmD8CF1syCA5ByETLafRsXrwzXjgV5nfuoWolOnY+Ixsjk/NflNnupAiSw2YzDeV9pnN5XKltkWZ+sznpeRnGb8T
mT/1cZ4+Q6FZFVkqyrqNVxDowLW6FlO/WCzcgcAHonHg0Wf7FRbgTn3/wHAWjHrvKq2hknh/YP77VbH1ai0VzgZpkVRrkesI8i6gp0ABE96aS8Ki19XI
kLDYjNbOYHSsxQ7d2ilA+gCpNOOH7ts7bWYOX1b6bo0uZtHqSSWl4Fp8mwl4C+pTT/LjRrP5vSHIgQ+lWEw/vvhi77jDh48HZsizAYGm8sFZntIl5tr3
B+b62MzMN3RjgxsQcarNLxaeKUKD23kpVLBXZXI8uh0crgoXUsOX5g+itKJAO+fDVX0lwO8w0HCmvtK6lHeVFkE9qolW8YwFBjSM8PB+IPGH/+vbeKnF
ekqrzCSuEBhWL81OrX2/bW1QK+ihIbvqwPn7BuCYmmhiITOoGAz2rSuz+Np+ME4Rk/ku9/Q0QIDT0dUV/JmH6EGmovDOvNGnTyfY094AjHDgAMMG4EE2
UdkKvQhMjBnBgxHrjYjjmEKnxkADdgQsikqxLh7Q9UeKNnYzQdthQMQXRfktT1aWfp1625P6kZmICX3ZDsiM2Ye+kAC6ERvids+NyWyBJ5CsZJaWIjdp
vZM4ruceIoDMlSj1a7EoShHUfawPeT4HywTLIr6uI5JBk9Sio433pl8X8Hc2dEyrpzB/7vtT/6fCxshSeZl8EJH3YSWVt+FLgbKgrKbxuIKveHfenVjK
PPLpovwbEj8TrqtdnnhO5aXTjztb6wSa56dPJ4aJ8ndRx3xNil6Uik7BfP+V+VyByk0+vha8FKX3xR67Dx8P06a6yVocvEeLOQintxBw1/fxi33zd0Zs
vBoeXpgVzimhBp7mR7Y3EziEEZo/dLAMu40SNIv5V0xDzaPifk7DUUP0myry4Ajf5MXrc0B30uYDCHM3TUm5Q7FoRpnbEH8+v7mtNXFHVLsy2pwQe7+R
iiI2+T9TLm3ruPG3DmER0rGcUKj04tf0uTe/efzf/7r15r+mz19E4lEkAYLOI1Wt17zcgYsSzqOb4S05KyjCRku1ZPGm/nsGIHc+iCMtHsZiH7/YG5Yc
vC0wUObLj7dWIb0uikxAlTHkzwLf+5//9vz+jAZIHvgN+J0l+A9PJjr2A6MuGf0JjSl+8S/VG5nzDHVDz4Fy/oYNghuSkRJJVQqG+XWiD6GF33ww6+Oi
MKHm2W+QfCUEfilfG/f2sT4JzGxOT50/eNO4sfgXEDDDA3sA/KCKlgNR4Wn6LcQmsHYo3Qp8Vd2t4S8gBBiz4BrxKQJrInL9Dd3lojZFm4QuSWTqXUq5
xmxb0xbDhlu+k1pyYxRHIbCOswjJ0qPpgRJayVT4WGtHu/gkICgrnwX7DVwDKC1SDM/lIqgbwnpmpC/tNP8PUYLCiJpIAAA=
""")
}
