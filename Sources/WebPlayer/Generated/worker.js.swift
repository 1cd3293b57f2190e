// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let workerJS = PlayerFile(name: "worker.js", text: ##"""
const sampleRates=[96000,88200,64000,48000,44100,32000,24000,22050,16000,12000,11025,8000,7350];
function audioFormat(configuration){
if(configuration.length<2)return null;
const bits=configuration.reduce((text,byte)=>text + byte.toString(2).padStart(8,"0"),"");
const objectType=parseInt(bits.slice(0,5),2);
const index=parseInt(bits.slice(5,9),2);
const sampleRate=index===15?parseInt(bits.slice(9,33),2):sampleRates[index];
const channels=parseInt(bits.slice(index===15?33:9).slice(0,4),2);
if(!objectType||objectType===31||!sampleRate)return null;
return{codec:`mp4a.40.${objectType}`,sampleRate,channels:channels===7?8:channels||2};
}
const lead=400_000;
const oldLimit=100_000;
const firstMargin=8_000;
const marginStep=4_000;
const longestMargin=60_000;
const marginFall=10;
const beginLead=20_000;
const silenceLimit=200_000;
const maximumFrames=4096;
const copiesIntegers=/Linux.*AppleWebKit\/605\./.test(globalThis.navigator?.userAgent??"");
class AudioDecoding{
constructor(clock,now,needsOutput){
this.clock=clock;
this.now=now;
this.needsOutput=needsOutput;
this.waiting=[];
this.decoder=null;
this.configuration="";
this.port=null;
this.output=null;
this.margin=firstMargin;
this.hasBegun=false;
this.wholeAt=0;
this.isWhole=false;
this.interruptions=0;
this.level=0;
}
connect(port){
this.port?.close();
this.port=port;
this.hasBegun=false;
this.clock.soundStopped();
if(!port)this.restart();
else port.onmessage=({data})=>this.heard(data);
}
restart(){
this.waiting=[];
this.hasBegun=false;
this.configuration="";
this.port?.postMessage({stop:true});
if(this.decoder&&this.decoder.state!=="closed")this.decoder.close();
this.decoder=null;
}
add(frame,track){
if(!this.prepare(track))return;
if(this.waiting.length<maximumFrames)this.waiting.push(frame);
this.pump();
}
pump(){
const now=this.now();
while(this.waiting.length&&this.decoder){
const due=this.clock.due(this.waiting[0].presentationTime)??now;
if(due>now + lead)return;
const frame=(this.waiting.shift());
if(due<now - oldLimit)continue;
try{
this.decoder.decode(new EncodedAudioChunk({type:"key",timestamp:frame.presentationTime,data:frame.payload}));
}catch{
this.restart();
}
}
}
prepare(track){
const configuration=String(track.configuration);
if(this.decoder&&configuration===this.configuration)return true;
const format=audioFormat(track.configuration);
if(!format)return false;
this.restart();
this.configuration=configuration;
this.decoder=new AudioDecoder({
output:(data)=>this.decoded(data),
error:()=>{this.decoder=null;},
});
this.decoder.configure({
codec:format.codec,sampleRate:format.sampleRate,numberOfChannels:format.channels,
description:track.configuration,
});
return true;
}
decoded(data){
const{timestamp,numberOfFrames,numberOfChannels,sampleRate}=data;
if(this.port&&this.output?.rate===sampleRate){
const planes=Array.from({length:Math.min(2,numberOfChannels)},(_,planeIndex)=>{
const plane=new(copiesIntegers?Int16Array:Float32Array)(numberOfFrames);
data.copyTo(plane,{planeIndex,format:copiesIntegers?"s16-planar":"f32-planar"});
return copiesIntegers?Float32Array.from(plane,(sample)=>sample/32768):plane;
});
this.clock.isReady("audio",timestamp,this.now()+ this.margin + this.output.latency);
this.port.postMessage({media:timestamp,planes},planes.map((plane)=>plane.buffer));
if(!this.hasBegun)this.begin(this.clock.wanted);
}else{
this.needsOutput({sampleRate,channels:Math.min(2,numberOfChannels)});
}
data.close();
}
begin(delay){
if(delay===null||!this.output||!this.port)return;
const{frame,at,rate}=this.output;
const then=this.now()+ beginLead + this.output.latency;
const begin={frame:Math.round(frame +(then - at)*rate/1e6),media:then - delay};
this.port.postMessage({begin,stretch:0});
this.hasBegun=true;
this.isWhole=false;
this.wholeAt=then;
}
heard(report){
const now=this.now();
this.level=report.level;
this.pump();
if(!this.output||!this.hasBegun)return;
if(report.media===null){
this.hasBegun=false;
}else if(report.isWhole){
this.wholeAt=now;
this.margin=Math.max(firstMargin,this.margin - marginFall);
const at=this.output.at +(report.frame - this.output.frame)*1e6/this.output.rate;
const correction=this.clock.soundHeard(report.media,at);
if("jump" in correction)this.begin(correction.jump??null);
else this.port?.postMessage(correction);
this.isWhole=true;
}else if(now - this.wholeAt>silenceLimit){
this.clock.soundIsClock=false;
this.hasBegun=false;
}else if(this.isWhole){
this.isWhole=false;
this.interruptions +=1;
this.margin=Math.min(longestMargin,this.margin + marginStep);
}
}
}
const readyWindow=128;
const arrivalSpan=1_500_000;
const readyParts={video:0.92,audio:0.97};
const jitterLimit=300_000;
const lateLimit=100_000;
const frozenLimit=250_000;
const joiningLimit=1_500_000;
const burstPause=50_000;
const settlingTime=400_000;
const soundRate=0.05;
const refreshTime=14_000;
const soundTolerance=8_000;
const soundJump=400_000;
class PlaybackClock{
constructor(target){
this.target=target;
this.rewound=0;
this.arrivals=new Earliest();
this.ready={};
this.advancedAt=0;
this.soundIsClock=false;
this.edge=-Infinity;
this.delay=null;
this.restart();
}
restart(){
this.delay=null;
this.arrivals=new Earliest();
this.ready={video:new Readiness(readyWindow),audio:new Readiness(readyWindow)};
this.advancedAt=0;
this.soundIsClock=false;
this.edge=-Infinity;
}
began(media,at,age,rewind){
this.restart();
this.rewound=rewind?age:0;
this.delay=at - media -(rewind?0:age);
this.edge=media + age;
this.advancedAt=at;
}
arrived(media,at){
if(this.isRecent(media,at))this.arrivals.add(at - media,at);
}
isReady(kind,media,at){
if(!this.isRecent(media,at))return;
const late=at - media - this.rewound;
if(late<=(this.arrivals.least??late)+ jitterLimit)this.ready[kind].add(late);
}
isRecent(media,at){
return this.delay!==null&&at>0&&media>=this.edge - lateLimit;
}
soundStopped(){
this.soundIsClock=false;
this.ready.audio=new Readiness(readyWindow);
}
get wanted(){
if(this.delay===null)return null;
const base=this.arrivals.least;
if(base===null)return this.delay;
const needs=[this.ready.video.quantile(readyParts.video)??base,this.ready.audio.quantile(readyParts.audio)??base];
const need=Math.min(Math.max(base,...needs),base + jitterLimit);
return Math.max(need,base + this.target)+ this.rewound;
}
get waiting(){
const{delay,arrivals:{least}}=this;
return delay!==null&&least!==null?delay - least:0;
}
advance(now){
const{wanted}=this;
const passed=Math.max(0,now - this.advancedAt);
this.advancedAt=now;
if(wanted===null||this.delay===null||this.soundIsClock)return;
this.delay=wanted>this.delay?wanted:wanted +(this.delay - wanted)*Math.exp(-passed/settlingTime);
}
soundHeard(media,at){
const wanted=this.wanted??at - media;
const error=at - media - wanted;
if(Math.abs(error)>soundJump){
this.soundIsClock=false;
return{jump:wanted};
}
this.delay=at - media;
this.soundIsClock=true;
if(Math.abs(error)<soundTolerance)return{stretch:0};
return{stretch:Math.max(-soundRate,Math.min(soundRate,error/1e6))};
}
due(media){
return this.delay===null?null:media + this.delay;
}
showAt(media,now,stream){
const due=(this.due(media)??now)-(this.soundIsClock?refreshTime:0);
if(due>=now - lateLimit)return Math.max(due,now);
if(media>=stream.newest)return stream.isJoining?Math.max(now,stream.arrivedAt + burstPause):now;
return now - stream.shownAt>(stream.isJoining?joiningLimit:frozenLimit)?now:null;
}
}
class Readiness{
constructor(size){
this.size=size;
this.values=[];
this.at=0;
this.isSorted=true;
this.sorted=[];
}
add(value){
this.values[this.at]=value;
this.at=(this.at + 1)%this.size;
this.isSorted=false;
}
quantile(part){
if(!this.values.length)return null;
if(!this.isSorted)this.sorted=[...this.values].sort((a,b)=>a - b);
this.isSorted=true;
return this.sorted[Math.min(this.sorted.length - 1,Math.floor(part*this.sorted.length))];
}
}
class Earliest{
constructor(){
this.before=this.current=Infinity;
this.since=-Infinity;
}
add(value,now){
if(now - this.since>arrivalSpan){
this.before=this.current;
this.current=Infinity;
this.since=now;
}
this.current=Math.min(this.current,value);
}
get least(){
const least=Math.min(this.before,this.current);
return least===Infinity?null:least;
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
const maximumPictures=6;
class Picture{
constructor(canvas,clock,now,events){
this.canvas=canvas;
this.context=(canvas.getContext("2d",{alpha:false}));
this.clock=clock;
this.now=now;
this.events=events;
this.waiting=[];
this.timer=0;
this.shown=0;
this.dropped=0;
this.stream={newest:-Infinity,arrivedAt:0,shownAt:0,isJoining:true};
}
join(now){
this.clear();
this.stream={newest:-Infinity,arrivedAt:now,shownAt:now,isJoining:true};
}
arrived(media,now){
this.stream.newest=Math.max(this.stream.newest,media);
this.stream.arrivedAt=now;
}
get mayDecode(){
return this.waiting.length<maximumPictures;
}
offer(picture,arrival){
if(!this.stream.isJoining)this.clock.isReady("video",picture.timestamp,this.now());
this.waiting.push({picture,arrival});
this.tick();
}
clear(){
clearTimeout(this.timer);
for(const{picture}of this.waiting)picture.close();
this.waiting=[];
}
tick(){
clearTimeout(this.timer);
const now=this.now();
this.clock.advance(now);
let chosen=null;
while(this.waiting.length){
const at=this.clock.showAt(this.waiting[0].picture.timestamp,now,this.stream);
if(at!==null&&at>now){
this.timer=Number(setTimeout(()=>this.tick(),(at - now)/1000));
break;
}
const next=this.waiting.shift();
const old=at===null?next:chosen;
if(at!==null)chosen=next;
if(!old)continue;
old.picture.close();
if(!this.stream.isJoining)this.dropped +=1;
}
if(chosen)this.show(chosen.picture,chosen.arrival);
if(this.mayDecode)this.events.mayDecode();
}
show(picture,arrival){
const{canvas}=this;
const{displayWidth,displayHeight}=picture;
if(canvas.width!==displayWidth||canvas.height!==displayHeight){
canvas.width=displayWidth;
canvas.height=displayHeight;
}
this.context.drawImage(picture,0,0,displayWidth,displayHeight);
picture.close();
this.shown +=1;
const now=this.now();
this.stream.shownAt=now;
this.stream.isJoining=false;
this.events.shown(arrival,now);
}
}
const size=600;
class Distribution{
constructor(){
this.values=[];
this.at=0;
}
add(value){
this.values[this.at]=value;
this.at=(this.at + 1)%size;
}
clear(){
this.values=[];
this.at=0;
}
get summary(){
const sorted=[...this.values].sort((a,b)=>a - b);
const quantile=(part)=>sorted[Math.min(sorted.length - 1,Math.floor(part*sorted.length))]??0;
return{count:sorted.length,p50:quantile(0.5),p95:quantile(0.95),p99:quantile(0.99),most:quantile(1)};
}
}
class Rate{
constructor(){
this.total=0;
this.at=0;
this.perSecond=0;
}
update(total,now){
if(this.at&&now>this.at)this.perSecond=Math.max(0,total - this.total)*1e6/(now - this.at);
this.total=total;
this.at=now;
return this.perSecond;
}
}
const NAL=Object.freeze({sps:7,pps:8,delimiter:9});
const nalType=(unit)=>unit[0]&31;
function nalUnits(bytes){
const units=[];
let start=-1;
for(let at=bytes.indexOf(1,2);at>=0;at=bytes.indexOf(1,at + 1)){
if(bytes[at - 1]||bytes[at - 2])continue;
if(start>=0)units.push(trimmed(bytes,start,at - 2));
start=at + 1;
}
if(start>=0)units.push(trimmed(bytes,start,bytes.length));
return units.filter((unit)=>unit.length);
}
function trimmed(bytes,start,end){
while(end>start&&bytes[end - 1]===0)end--;
return bytes.subarray(start,end);
}
const maximumSets=31;
const parameterSets=(units,type)=>
units.filter((unit)=>nalType(unit)===type&&unit.length>=(type===NAL.sps?4:2)).slice(0,maximumSets);
const codecString=(sps)=>
"avc1." +[...sps.subarray(1,4)].map((byte)=>byte.toString(16).padStart(2,"0").toUpperCase()).join("");
const profilesWithChroma=[100,110,122,244,44,83,86,118,128,138,139,134,135];
function pictureSize(sps){
const bits=new BitReader(sps.subarray(4));
const profile=sps[1];
bits.ue();
let chroma=1;
if(profilesWithChroma.includes(profile)){
chroma=bits.ue();
if(chroma===3)bits.skip(1);
bits.ue();
bits.ue();
bits.skip(1);
if(bits.u(1))for(let list=0;list<(chroma===3?12:8);list++)if(bits.u(1))scalingList(bits,list<6?16:64);
}
bits.ue();
const orderType=bits.ue();
if(orderType===0)bits.ue();
if(orderType===1){
bits.skip(1);
bits.ue();
bits.ue();
const cycle=bits.ue();
for(let index=0;index<cycle&&cycle<256;index++)bits.ue();
}
bits.ue();
bits.skip(1);
const width=16*(bits.ue()+ 1);
const mapUnits=bits.ue()+ 1;
const framesOnly=bits.u(1);
if(!framesOnly)bits.skip(1);
bits.skip(1);
const crop=bits.u(1)?[bits.ue(),bits.ue(),bits.ue(),bits.ue()]:[0,0,0,0];
const unitX=chroma===1||chroma===2?2:1;
const unitY=(chroma===1?2:1)*(2 - framesOnly);
const size={
width:width - unitX*(crop[0]+ crop[1]),
height:16*mapUnits*(2 - framesOnly)- unitY*(crop[2]+ crop[3]),
};
const isValid=!bits.isOverrun&&size.width>0&&size.height>0&&size.width<=16384&&size.height<=16384;
return isValid?size:null;
}
function scalingList(bits,count){
let last=8;
for(let index=0;index<count;index++){
const code=bits.ue();
last=(last +(code&1?(code + 1)/2:-code/2)+ 256)%256;
if(last===0)return;
}
}
class BitReader{
constructor(bytes){
this.bytes=bytes.filter((byte,index)=>!(byte===3&&index>1&&!bytes[index - 1]&&!bytes[index - 2]));
this.at=0;
}
get isOverrun(){return this.at>8*this.bytes.length;}
u(count){
let value=0;
for(;count;count--,this.at++)value=value*2 +(((this.bytes[this.at>>3]??0)>>(7 -(this.at&7)))&1);
return value;
}
skip(count){this.at +=count;}
ue(){
let zeros=0;
while(zeros<31&&!this.isOverrun&&!this.u(1))zeros++;
return 2**zeros - 1 + this.u(zeros);
}
}
const maximumInDecoder=8;
const maximumWaiting=4096;
const maximumBytes=64_000_000;
const failuresBeforeSoftware=2;
const failuresInVain=8;
class VideoDecoding{
constructor(events){
this.events=events;
this.waiting=[];
this.waitingBytes=0;
this.inDecoder=new Map();
this.decoder=null;
this.codec="";
this.parameters="";
this.needsRandomAccess=true;
this.firstShown=-Infinity;
this.failures=0;
this.failuresInAll=0;
this.skipped=0;
}
restart(){
this.skipped +=this.waiting.length;
this.waiting=[];
this.waitingBytes=0;
this.inDecoder.clear();
this.needsRandomAccess=true;
this.parameters="";
if(this.decoder?.state==="configured")this.decoder.reset();
}
close(){
this.restart();
if(this.decoder&&this.decoder.state!=="closed")this.decoder.close();
this.decoder=null;
}
add(frame,now){
const isRandomAccess=(frame.flags&Flag.randomAccess)!==0;
if(isRandomAccess&&this.isBehind())this.restart();
if(this.needsRandomAccess&&!isRandomAccess){
this.skipped +=1;
this.events.needsKeyFrame();
return;
}
if(this.waiting.length===maximumWaiting||this.waitingBytes>maximumBytes)return this.restart();
this.needsRandomAccess=false;
this.waiting.push({frame,arrivedAt:now});
this.waitingBytes +=frame.payload.length;
this.pump();
}
isBehind(){
const oldest=this.inDecoder.values().next().value??this.waiting[0];
return this.waiting.length + this.inDecoder.size>2&&this.events.isLate(oldest.frame);
}
pump(){
while(this.waiting.length&&this.events.mayDecode()&&(this.decoder?.decodeQueueSize??0)<maximumInDecoder){
const arrival=(this.waiting.shift());
this.waitingBytes -=arrival.frame.payload.length;
this.decode(arrival);
}
}
decode(arrival){
const{frame}=arrival;
const isKey=(frame.flags&Flag.randomAccess)!==0;
try{
if(isKey)this.configure(frame);
if(this.decoder?.state!=="configured")return;
this.inDecoder.set(frame.presentationTime,arrival);
this.decoder.decode(new EncodedVideoChunk({
type:isKey?"key":"delta",timestamp:frame.presentationTime,data:frame.payload,
}));
}catch{
this.failed();
}
}
configure(frame){
const sps=parameterSets(nalUnits(frame.payload),NAL.sps)[0];
if(!sps)return;
const parameters=String(sps);
if(parameters===this.parameters&&this.decoder?.state==="configured")return;
this.firstShown=frame.presentationTime;
this.parameters=parameters;
this.codec=codecString(sps);
if(!this.decoder||this.decoder.state==="closed")this.decoder=this.makeDecoder();
const configuration={codec:this.codec,optimizeForLatency:true};
if(this.failures>=failuresBeforeSoftware)configuration.hardwareAcceleration="prefer-software";
this.decoder.configure(configuration);
}
makeDecoder(){
const decoder=new VideoDecoder({
output:(picture)=>{
const arrival=this.inDecoder.get(picture.timestamp);
this.inDecoder.delete(picture.timestamp);
this.failures=0;
if(arrival&&this.decoder===decoder&&picture.timestamp>=this.firstShown)this.events.decoded(picture,arrival);
else picture.close();
this.pump();
},
error:(error)=>{
if(this.decoder!==decoder)return;
this.failed(error.name==="NotSupportedError");
},
});
decoder.addEventListener("dequeue",()=>this.pump());
return decoder;
}
failed(isUnsupported=false){
this.failures +=1;
if(this.failures===(isUnsupported?failuresBeforeSoftware + 1:failuresInVain))this.events.unsupported(this.codec);
this.failuresInAll +=1;
const{waiting,decoder}=this;
this.decoder=null;
if(decoder&&decoder.state!=="closed")decoder.close();
this.inDecoder.clear();
this.parameters="";
const next=waiting.findIndex(({frame})=>frame.flags&Flag.randomAccess);
this.needsRandomAccess=next<0;
this.waiting=next<0?[]:waiting.slice(next);
this.waitingBytes=this.waiting.reduce((sum,{frame})=>sum + frame.payload.length,0);
this.events.needsKeyFrame();
this.pump();
}
}
const overtakenLimit=250_000;
class Playback{
constructor(canvas,session){
this.canvas=canvas;
this.session=session;
this.clock=new PlaybackClock(session.target);
this.arrivalToShown=new Distribution();
this.picture=new Picture(canvas,this.clock,session.now,{
shown:(arrival,now)=>{
this.arrivalToShown.add(now - arrival.arrivedAt);
session.shown(arrival,now);
},
mayDecode:()=>this.video.pump(),
});
this.video=new VideoDecoding({
decoded:(picture,arrival)=>this.picture.offer(picture,arrival),
mayDecode:()=>this.picture.mayDecode,
isLate:(frame)=>(this.clock.due(frame.presentationTime)??Infinity)<session.now()- overtakenLimit,
needsKeyFrame:session.requestKeyFrame,
unsupported:(codec)=>session.post({unsupported:codec}),
});
this.audio=new AudioDecoding(this.clock,session.now,(format)=>session.post({needsOutput:format}));
this.hasSound=false;
this.decodeTimes=new Map();
}
connectSound(port){
this.hasSound=port!==null;
this.audio.connect(port);
}
restart(){
this.clock.restart();
this.decodeTimes.clear();
this.video.restart();
this.audio.restart();
this.picture.join(this.session.now());
}
add(frame,track,now,beginning){
const media=frame.presentationTime;
const isJump=frame.flags&Flag.discontinuity||frame.decodeTime<(this.decodeTimes.get(track.track)??-Infinity);
this.decodeTimes.set(track.track,frame.decodeTime);
if(this.clock.delay===null){
this.clock.began(media,now,beginning.age,beginning.rewind);
}else if(isJump){
this.clock.began(media,now,0,false);
this.picture.join(now);
this.audio.restart();
}
this.clock.arrived(media,now);
if(track.kind===Kind.audio){
if(this.hasSound)this.audio.add(frame,track);
}else{
this.picture.arrived(media,now);
this.video.add(frame,now);
}
}
tick(){
this.video.pump();
this.audio.pump();
}
async snapshot(){
return this.canvas.convertToBlob({type:"image/png"});
}
close(){
this.picture.clear();
this.video.close();
this.audio.connect(null);
}
get statistics(){
const{clock,picture,video,audio}=this;
return{
path:"WebCodecs",codec:video.codec,width:this.canvas.width,height:this.canvas.height,
shown:picture.shown,dropped:picture.dropped,skipped:video.skipped,failures:video.failuresInAll,
waiting:video.waiting.length + video.inDecoder.size,delay:clock.waiting,
hasSound:this.hasSound,soundIsClock:clock.soundIsClock,soundLevel:audio.level,
interruptions:audio.interruptions,
arrivalToShown:this.arrivalToShown.summary,
};
}
}
const notRequested=4;
const reconnection=5;
const notNamed=6;
class FrameAccount{
constructor(){
this.instance=null;
this.epoch=0;
this.before={epoch:0,next:(new Map())};
this.next=new Map();
this.received=0;
this.repeated=0;
this.missed=gapReasons.map(()=>0);
this.joined=new Set();
}
get lost(){
return this.missed.reduce((sum,count,reason)=>reason===notRequested?sum:sum + count,0);
}
welcomed(instance){
if(instance!==this.instance)this.next.clear();
this.instance=instance;
this.joined.clear();
}
began(epoch){
if(epoch===this.epoch)return;
const isNext=this.epoch!==0&&epoch===this.epoch + 1;
this.before={epoch:this.epoch,next:this.next};
this.epoch=epoch;
this.next=new Map(isNext?[...this.next.keys()].map((track)=>[track,0n]):[]);
}
gap(gap){
const account=[this,this.before].find(({epoch})=>epoch===gap.epoch)?.next;
const next=account?.get(gap.track);
if(!account||next===undefined)return;
const end=gap.first + gap.count;
if(gap.first>next)this.jump(gap.track,gap.first - next);
if(end<=next)return;
this.miss(gap.reason<reconnection?gap.reason:0,end -(gap.first>next?gap.first:next));
account.set(gap.track,end);
}
frame(frame){
const next=this.next.get(frame.track);
if(next!==undefined&&frame.sequence<next){
this.repeated +=1;
}else{
if(next!==undefined)this.jump(frame.track,frame.sequence - next);
this.received +=1;
this.next.set(frame.track,frame.sequence + 1n);
}
this.joined.add(frame.track);
}
jump(track,count){
this.miss(this.joined.has(track)?notNamed:reconnection,count);
}
miss(reason,count){
this.missed[reason]+=Number(count);
}
}
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
const drift=200e-6;
const clockStep=1000;
const sampleLifetime=60e6;
const maximumPings=8;
class LatencyMeter{
constructor(){
this.pings=[];
this.relay=null;
this.publisher=null;
this.roundTrip=0;
}
restart(){
this.pings=[];
this.relay=this.publisher=null;
}
dropPublisher(){
this.publisher=null;
}
pingSent(now){
this.pings=[...this.pings,now].slice(-maximumPings);
}
pong(pong,now){
const index=this.pings.indexOf(pong.sent);
if(index<0)return;
this.pings.splice(index,1);
const roundTrip=Math.max(0,now - pong.sent -(pong.answered - pong.received));
const offset=(pong.received - pong.sent + pong.answered - now)/2;
const sample={offset,errorBound:roundTrip/2 + clockStep,at:now};
this.roundTrip=roundTrip;
if(!this.relay||now - this.relay.at>sampleLifetime||sample.errorBound<=boundAt(this.relay,now)){
this.relay=sample;
}
}
clockOffset(message,now){
this.publisher={offset:message.offset,errorBound:message.errorBound,at:now};
}
of(captureTime,at){
if(!this.relay||!this.publisher||captureTime===0||at - this.relay.at>sampleLifetime)return null;
const latency=Math.max(0,at -(captureTime - this.publisher.offset - this.relay.offset));
return{latency,errorBound:boundAt(this.relay,at)+ boundAt(this.publisher,at)+ 2*drift*latency};
}
}
const boundAt=(sample,now)=>sample.errorBound + drift*Math.max(0,now - sample.at);
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
const tickInterval=100;
const reportInterval=5000;
const pingInterval=2000;
const statisticsInterval=500;
const requestInterval=2000;
const maximumLatency=1000;
const unreadLimit=65_536;
const codecs=Object.freeze({[Kind.video]:"H264",[Kind.audio]:"mp4a"});
const now=()=>Math.round((performance.timeOrigin + performance.now())*1000);
const instance=crypto.getRandomValues(new Uint8Array(16));
class Session{
constructor(settings,post){
this.settings=settings;
this.post=post;
this.connection=new Connection(settings.address,Math.random);
this.account=new FrameAccount();
this.meter=new LatencyMeter();
this.shownLatency=new Distribution();
this.receivedLatency=new Distribution();
this.bytes=0;
this.bitRate=new Rate();
this.frameRate=new Rate();
this.state=State.waiting;
this.tracks=new Map();
this.told="";
this.beginning={age:0,rewind:false};
this.history=0;
this.kinds=settings.kinds;
this.requestedAt=-Infinity;
this.hasPicture=false;
this.sentAt={};
this.arrivalLatency=(null);
this.lastLatency=(null);
this.socket=null;
this.output=((null));
}
open(output){
this.output=output;
this.timer=setInterval(()=>this.tick(),tickInterval);
this.connect();
}
connect({kinds=this.settings.kinds,history=0}={}){
this.kinds=kinds;
this.history=history;
this.perform(this.connection.start(performance.now()));
}
disconnect(){
this.perform(this.connection.close());
}
close(){
clearInterval(this.timer);
this.disconnect();
this.output.close();
}
perform(action){
if(!action)return;
this.leave();
if(action.kind==="connect")this.dial(action.address);
else this.post({connection:action.kind,end:"end" in action?action.end:null});
}
leave(){
const{socket}=this;
if(!socket)return;
this.socket=null;
socket.onopen=socket.onmessage=socket.onclose=null;
if(socket.readyState===WebSocket.OPEN)socket.send(encodeGoodbye());
socket.close();
}
dial(address){
this.post({connection:"connect",end:null});
let socket;
try{
socket=new WebSocket(webSocketURL(address),"streamd");
}catch{
return this.perform(this.connection.closed(performance.now()));
}
const reader=new MessageReader(Role.subscribe);
this.socket=socket;
socket.binaryType="arraybuffer";
const opened=socket;
socket.onopen=()=>{
opened.send(preface);
opened.send(encodeHello({
role:Role.subscribe,name:address.stream,instance,token:this.settings.token||undefined,
client:"streamd web player",kinds:this.kinds,history:this.history||1,
maximumLatency:Math.max(maximumLatency,2*this.settings.latency),
randomAccessOnly:this.settings.isPreview,
}));
};
socket.onmessage=({data})=>this.receive(reader,data);
socket.onclose=()=>this.perform(this.connection.closed(performance.now()));
}
receive(reader,data){
try{
if(typeof data==="string")throw new ProtocolError("not-this-protocol");
this.bytes +=data.byteLength;
this.connection.received(performance.now());
reader.push(new Uint8Array(data));
const{socket}=this;
for(let message=reader.next();message&&this.socket===socket;message=reader.next())this.handle(message);
}catch(error){
const{name,message}=(error);
if(!(error instanceof ProtocolError))throw error;
this.send(encodeError(name));
const end={type:"end",name,code:0x0102,retryable:false,retryAfter:0,reason:message,redirect:""};
this.perform(this.connection.ended((end),performance.now()));
}
}
handle(message){
const at=now();
switch(message.type){
case "frame":return this.frame(message,at);
case "gap":return this.account.gap(message);
case "ping":return this.send(encodePong(message.sent,at));
case "pong":return this.meter.pong(message,at);
case "clockOffset":return this.meter.clockOffset(message,at);
case "streamState":return this.changeState(message.state);
case "tracks":return this.began(message);
case "welcome":return this.welcomed(message);
case "end":return this.perform(this.connection.ended(message,performance.now()));
}
}
welcomed(welcome){
this.connection.welcomed(welcome.pingInterval,performance.now());
this.account.welcomed(welcome.instance);
this.meter.restart();
this.tracks.clear();
this.told="";
this.restart();
this.beginning={age:(welcome.historyGranted??0)*1000,rewind:this.history>0};
this.sentAt={};
this.state=welcome.state;
this.post({
welcome:{relay:welcome.relayName,state:welcome.state,history:this.history?welcome.historyGranted??0:0},
});
}
restart(){
this.hasPicture=false;
this.output.restart();
}
changeState(state){
if(state!==this.state){
this.told="";
this.post({state});
}
this.state=state;
}
began(table){
if(table.epoch!==this.account.epoch&&this.tracks.size){
this.meter.dropPublisher();
this.restart();
this.beginning={age:0,rewind:false};
}
this.account.began(table.epoch);
this.tracks.clear();
const sorted=table.tracks.sort((a,b)=>a.track - b.track);
for(const kind of[Kind.video,Kind.audio]){
const track=sorted.find((track)=>track.kind===kind&&track.codec===codecs[kind]);
if(track)this.tracks.set(track.track,track);
}
const told=sorted.map(({kind,codec,width,height,sampleRate})=>({kind,codec,width,height,sampleRate}));
if(JSON.stringify(told)===this.told)return;
this.told=JSON.stringify(told);
this.post({tracks:told});
}
frame(frame,at){
this.account.frame(frame);
const latency=this.meter.of(frame.captureTime,at);
if(latency)this.receivedLatency.add(latency.latency);
this.arrivalLatency=latency;
const track=this.tracks.get(frame.track);
if(track)this.output.add(frame,track,at,this.beginning);
}
shown(arrival,at){
if(!this.hasPicture)this.post({picture:true});
this.hasPicture=true;
this.lastLatency=this.meter.of(arrival.frame.captureTime,at);
if(this.lastLatency)this.shownLatency.add(this.lastLatency.latency);
}
requestKeyFrame(){
const time=performance.now();
const track=[...this.tracks.values()].find((track)=>track.kind===Kind.video);
if(!track||time - this.requestedAt<requestInterval)return;
this.requestedAt=time;
this.send(encodeKeyFrameRequest(track.track));
}
send(bytes){
const{socket}=this;
if(socket?.readyState!==WebSocket.OPEN)return;
if(socket.bufferedAmount>unreadLimit)return this.perform(this.connection.closed(performance.now()));
socket.send(bytes);
}
tick(){
const time=performance.now();
this.perform(this.connection.tick(time));
this.output.tick();
if(this.connection.state==="open"){
this.every("ping",pingInterval,time,()=>{
const sent=now();
this.meter.pingSent(sent);
this.send(encodePing(sent));
});
this.every("report",reportInterval,time,()=>this.report());
}
this.every("statistics",statisticsInterval,time,()=>this.post({statistics:this.statistics}));
}
every(name,interval,time,action){
if(time -(this.sentAt[name]??-Infinity)<interval)return;
this.sentAt[name]=time;
action();
}
report(){
const{p50,p95}=this.receivedLatency.summary;
const{received,repeated,lost}=this.account;
this.receivedLatency.clear();
this.send(encodeReceiverReport({
received:received + repeated,missed:lost,bytes:this.bytes,median:Math.min(p50,2**32 - 1),high:Math.min(p95,2**32 - 1),
}));
}
get statistics(){
const at=now();
return{
...this.output.statistics,latency:this.lastLatency,arrivalLatency:this.arrivalLatency,latencies:this.shownLatency.summary,
roundTrip:this.meter.roundTrip,received:this.account.received,bytes:this.bytes,
missed:this.account.missed,repeated:this.account.repeated,
bitRate:8*this.bitRate.update(this.bytes,at),frameRate:this.frameRate.update(this.account.received,at),
};
}
}
function serve(page,isShared){
let session=null;
const post=(message,transfer=[])=>page.postMessage(message,transfer);
const start=async(settings)=>{
const opened=session=new Session(settings,post);
const events={
now,post,target:settings.latency*1000,requestKeyFrame:()=>opened.requestKeyFrame(),
shown:(arrival,at)=>opened.shown(arrival,at),
};
if(settings.canvas)opened.open(new Playback(settings.canvas,events));
else opened.open(new(await import("./segments.js")).Segments(events));
};
const handle=async(data)=>{
if(data.start)await start(data.start);
if(!session)return;
const{output}=session;
if(data.token!==undefined)session.settings.token=data.token;
if(data.latency!==undefined&&"clock" in output)output.clock.target=data.latency*1000;
if(data.connect)session.connect(data.connect);
if(data.disconnect)session.disconnect();
if(data.output&&"audio" in output)output.audio.output=data.output;
if(data.sound!==undefined)output.connectSound(data.sound);
if(data.snapshot)page.postMessage({snapshot:await output.snapshot()});
if(data.close){
session.close();
page.close();
if(!isShared)self.close();
}
};
let last=Promise.resolve();
page.onmessage=({data})=>{last=last.then(()=>handle(data));};
}
self.onmessage=({data})=>serve(data.port,data.isShared);
export{Flag,Kind,NAL,audioFormat,codecString,nalType,nalUnits,parameterSets,pictureSize,u32Bytes,utf8};

"""##, gzip: """
H4sIAAAAAAACA719a3fjxrHgd/4KCtdXC0hNCqQew4EE8oydzI0Tx+OdceK9q2FiiGhKyFAALwCOJFPc376nHv0CQM0kd88eH4+IflR3V1dXV1dXVS+K
vKr7VXK/Xsn3SS2r+Pr1RRiGYjIZh6G4OIPfZxP892wUhuJ0DL/HmD4eh+ehGGH5EaaPRuH4XGDxV6fn4fyyt9zkizor8n6ySbPibVHeJ7W/KPJldrsp
E8gJtr1s6SYNVzK/re+uxkEp602Z9/PNanXZW2Bnb7K6it3ipUw3C+n7tXysxc1TLYN4Cr/7x334GtbFh7rM8lt/HAzXSfqhTsranwgv9ALheYGCXNz8
Qy7qn5/WMl4nZSW/z2sfWhtWq2wh/VCcB2KsS2d5Kh87C56L13ZBg92Y6sTx6HzWVfG1OD2FmpE1IddYZ66ALe6SPJerqrNhC/zpafQ60B0/o/5kS//A
DPL52RpwHJ+Onp8PTMMu6uljuyhSuYh+vV+fJcOzcPjN1kDY/SpMZaG6Gen+xvGr2UR/Pj+Pd5e9HQ9qJZM0PgvDv4dhqCdjlf6Q3Wd1PHLTl1lZ1X9O
ytssjyd2xj2mfajlOj6z01dFfit1lYuwXedtslrFI514I2+z/Afo0tgpXGUrmS8k9WocNgA9Zveb+7dlci+r+Cx8faEnrFhnsvo+r+WtLKv45Ics3zwO
j96s1yv5i7z5U1Z/PLkIzz8OT4a1rGr/dlXcJKuf77JqmCefs9ukLsrZcFPJ8s2tzOvZjAh2lVRV/w2sqd/JRZFm+e2WGiw3i7oo/cWqWHwSefEgcinT
6t2mXm/qYNurATBmxvjvJaXkxUOcFw/qy1SJrd+c+5BkdZbfxtdzTkihB7KMiVSoBXt9xp7HyeuirO1iBbdhUmhGYmuWOeMuqb6Vt5s8XiarSqqu3BUr
+aaOQ/7Oql8gxSmT5bUsy80aelLpkiv5Wa7gC2kwl4vah84pDMHvGeCpkn5gdx7+ealHiNRhVWzy9ENdrNcy9XnhIXgsU8oKOVBw2ZOrSvYhZ1jk97Kq
klsZ+9s0qZMd8DBsRiZl6kNSAL3Vlbd7ZqO7W/vnYzZcF1X9Z2rc31Z1sY7qciN31G97hg8P7a9hVSe1PIhjD/GUeoGT6yLPpZFdL0lTfwmrRdRlsvhE
m8ABdaqU66SUPmUwHzJ94QGrPcJZeYFTYr2p7qgRPYWb+7WPaKRfvGb6QP5qHUD+w122kl3NuRjQ9dONjK3pTzdu5etwDqOqZF7jBPyc3ctgNsMFly39
dCOnefHQP0ZGqAfM/A76H7t9qe6yZe0Hgap9BbUHmmUGiyKvs3wDk18+bZ0J4L9+Lh/6v8/hZ4pc5Lu7Tf7J39ZPaxl5n+STJ+rsHkjtfh1hF1oDEECS
Ki95WhVJuoMu7RZJvbjjVi1S3+F/7uRuNZO0yZM3ayziUm4XSbp147hN72orA6rWaEVJJLalkr3tHVBhBcZeV9b4OtaZ89VcCPLB4t+y9Lc94oYRrXVe
/VSc17/oybIsysgP4um2vax2ordrrDfdIekDrmH3psEM8cPaslW6tYnnm/sbWb5bfqc2c1WVv0UvldWizJC1Rh3oo/442N/1nBExAWw1selGaUG3+mD1
eBcDCEMRwMx4fRImZ8MShK44tqQaRXHrVZLLKn5TlsnTcFkW9/6WVnj056S+G95nuT9uNR7shP93gVW/B1ELpsGGB5Pquxv+7Pu8Hl1gM9HbVZHUp2P8
CHx3oMFlD0YzXBTrp58LH8GJrWlKEO6jBnSvGl0MoFRSepG3PB2rDwvxjSp2L2jk1JhPWAriKf04OR2/upgEEeZeGsoiFpdV72WSPvkeriCLWwjDR4/7
1pbe5y+amuEqqWW+eLL3VncfupdplkQGLE3Yjv8O75O1Tx0P4in+Hd5slktZMlc8cPZC2hdQsPOtQTwkeS1T4E2wD29bwo+/7RJpXyQQZHQ0k2r/2/Wo
4VSukifa6PBnHOOyfX4+sBCjvlBacHaCLW2XSS1KJH6rkmJq9Z3MYxv/WpTtxr4j8cbUAA2vBAGG9s7+sQ9w+4N+UgdH0PbJSF4EgieIsnBAu72TiQ2I
qi5lvbiLQk1LWlYh5rBXhlNyHrQGCCWZqJQssnVv4pacRyXpoyEKaFpx8a8pxxI/GAoOnCdPSWFNoQsJqm/q8KC00MbjMSI3y71EW8mjbwnAwl5FA+vM
ok+YSW1TwzCp+8eqYZrCgTP7JBIdjeTFiZ0MU2tOLWUp8eAeN8XaP1i4J1yIpCZEev/Y3K+9fpZb9e2lZ1KHUHI2QxSyFLxHILUgNQiENxSFaZKBbPRO
7RObc/ahkXxffYcHIZvS9k6k3bSC9cXjRv84HnVNcJb7zrFUuIzSHGW13ETTUgLP/SXL0+IhHo0nev7LMvucrD6skzwe/f3cPZpinZ+Ssq7i7ecslUUU
Dl+PBfJt+Plqp0r+I6trWdL59tQFAgyj+zheFr/JnM/E507WP4osz/Jbrtbs1s2mrOqfkk0lY7daJet6leW3IGM2lQI4bahJCYfhuRnhspTVHVYYnbXK
/1ysZJnkC+nqCzDvj5v7tdUInqp/WiVPN8niExKHe6quk/JWalKir5j+aIHwAeDqcyZPTYXy3u+TcpXBIT/QpZP0Kd4qxpmkn6GfqXWi3UuoMr2V8eD7
fJnlWf2kpT7YV6zjtCN/N4+OrdJf1VmiISgBEkCWy6ryLboMmLL2F/h/MVrcU5PcV/xHJLdSlPIhy9Ng2y2aq5mhUrPkVkahg7akBu4KAPsDn0uFUXKr
T4/YCSpw3E9uZXscSY1nW0CjTHXnaM9njvFeLmRem7zAwfwQzsWmI8RZdz0lbX3K8lS4YA/2wXWPkbCAnRH2baQg94YiV3zS1P1ZyaSqZzPIC45tDhEY
mriGbs2x61hO9djt0FYfBDTKD2gTPTxM6ml4eIhFp7HGdX9g+A7AdLUq2y+QDHZtiMQY7ydGgHsr6z6Jgr41VbaM1qmHTio+9LvIQlxiplvXAFUQUNKM
r63e4toa/tcmyWtQQBjWTTnBbAaARXN8nTUwh2vM7SbNHqSlDYQ6HJLsGwj47LuzrU8Tug6UVSUtdqikfk1ZCr+outAqly1iQijURVvE3Y7EWt2YSyVY
hL9mmAUUAolRSDolXIggCehmaF4VWD6rJVWl0ZA8+qGwZAezmoP2+lYaG4KqBfgWvXCSTZt6PVqFCczUpMwoJaI/KHmrrP6AaTQ4wo7Lx7U/oJGc2Ftm
oFcKCWrW+qPRc99ZoQS/ZzPDGBSOUNHgMgwqjOPHHiQ3lY/FgqneS19alXyHAJIfDxCvADo5cNd+QPJeu/Urd5dnRG/NaUM3rZL0zA+0QCH0ojBJCB4P
OwH2FNR62LsuXsYzjyJtpDYJe83vetVd8fBGcURQzUN/kntHi8gzrltCLWEw8FvomFlSTxRqVeA0JlrWjDNortt0I6FxqsEslzoyzOWDrHQNTsyqP5Ig
NzNLX/d9yHvdG7xr0yJdEOFKUVwTe8QVAAn5m3rqt8Db8mJkyZUBoCBSiuMdS2manbsSWpX9psVz+B3DP0xNn5PVBm44laY8sS8OPhQlLgtzEK0oBYqT
vhrrK+AE7JoBzWP8NoB5GwW0jIJ/191pNqdOGT3NwddJ6ezs1A6rn919yNr9CVzg9Hs4HFoQ5pju+4m4CeIprOeboHvwNmkTrGu9OKxE7lJ/0B/R4lmu
iqLE/h+1iwXB3J49JVy6k6dweyOXRak06puylHkdNyTdKgOB3pEI9RQJ2gDcMyFWmFonpRcaU5qul5pGAt+5BV00caogslEbIe5X5uYBPxsVqUfCBmL2
X6oQ604Rw2HJwyD4p7Koi0Wx+j3wsL58rGWeVn38cnGegy5g26s2a1n6v/58J/sl8Kv/UeHVedW/KWXyCTRL/TWDjPrfbKHWbviroiD4jOGfS+uwep+s
QGkp0xj01SCCOZ3yPV1gwFdf5ire1pL/LB9rpST3NvVyMPHEdpnUyQrvqUR2mxel/Pbdn/W1FW9huQuDrjtKP2hc2r7jq8HTsToBfvtUS+AvsoErxIim
G/iI8V/FXzL5gK39LqmTv2bygSqwYlLwx1Mt3y2XlaythB9ojTh8SZHLEqnFXpRUTy8/roM7zKds7S+KTV4rq4pNXk9ZEbYEmb0sHszE+KbF/nGMhd3l
jxsyp+96m4kfbO1sGPDwVtZ/yfJ6wrwBejAKgstdbzO6eKH86MKqMKYKp+MXKpyOrQpnVOHibE+Fb7NbqHNxZtWZYJ3MrvMj6m/9ZtXv2zWhap18khq7
rESAI2ZsSlLuZcd0VZubBFTuPlYR+G//uK8q7HpgsEL1xYoVVnoGV3zias0eH0WQFFkI133k2z8tSjv3f0TKw1KuV8lC+ifXHzdhGIYD+DN6C/++eosf
r9/OT26F93Hz9u3b33nO/V6rN7D2Ze6covaR3a5X0LLzP+XFQx5vdwanUua4jD7IunEZi9BUOQJAw0ZaU+hAhosQzEL2DXZMBb4rgAZB8ecTxOD5GVNQ
fIhjl0t0jQVLw+7D9RHoO7SMAbDvHnIapOD8YNvD72v6nvtqh8C/Q8SgpXmkUtM4fATDqkBhvoOhbnKEO1iUWZ0tkpWn1Yc7i7P9UmZ1k7PBva9YJOtk
kdVPLoeDdnCB442RPwGiVQX3Mj6L8Plaxio6rDQLOBPQssX4JsxoWNZq1ZkowUptq4Z/jS6tVcf8Zx8YxX264IybcE7He+EoptQF56wJ5+KsE47LcJJa
UAKXtSFOGhDhisqGyJxGcqrgmjYIIjHaOxrQiM6Y3Hg4DnMFhDIJDzVylXw3NJ253PV4Q9cSXQNnoTDby+RldhmaUViyxaZeTmK09wviKW/0Q/pLqYoX
bE7H3yIZc99IELHo+RrTp9Pp+Eyon6ML/XNCv+Ya4J+yPI15cS9LKX+TPqtER6z5HJNlxKmRRD6AoUyzEmtEolCsss8yGgl9cyDTaCxui1xG4/NzA+U2
Wb+XSQWiigvquucBY+wXm9oTHt/tecLb5Mjsk5uV9IS33tyssupOlp7w8gK05v+1kVUtU094pWQjqKzIORukudQTPRi5NuLMqg94avsxuZdKclRHErAD
YZuceHx+fnh48rfrN4P/nQx+CwevPw7+Pvw/82P/40krLTj6hk3fEGDv8PAAYVXrVVb73okXDKviXvp0Moqn8CeOY2/oPT/r30NidWyZWf1cfJJ57Nfw
J4inJ3+7/vg4Hg0+Pr76/Xw7EmCft1OtUiGFZDSGbMxU706uVkUUPoYj8SBXiwJO3I/hmEyXKvh9KujyNHwMz8RtsoYf5+KTfMLb/feEaki8EKVcyOyz
LN/jDRqkvRI9WB+y/A72bUiZiDWSxmP4WqwL+pXwkRuJCRJuBN5lkTAJCQvSWMDPVNwWRXrzhAWl6FFV7OqSrDJouO/h+qox3GpzA1YdNzIai1VW1dGZ
KU+XOY0KjIaL8/PTC8ErPwIcM1Imp5PJRTixJHPo5o9oKtlEdfgYhuEo8mSeDorlgPrtCUweR15aJqgk4JTTyCtlmsEFIaaMwjAC6h0AzxioA4snepg3
irxNXm3WazyYDj7LskJ6x8xx1HEeoazTyOOEQV0UA7i545wzgCgf13JR27WoufOovSFDtTF0Mss/J6ss5QEOgOI5E3uZbOq7osx+gyWIqePIWxblTZam
MqcGxtBAWazkAAZcyfKzLnwReWlW3WegHOSkV4DSRfmE7HsAaz8rdeYE0LhKngarolgT9FNoEUZ7n+RPAyLPCoufwqghp1oVD55NTOtSLpOFbEoM1+Hj
ZCnCx1en8M8Z/DMW4eNFCv/AZwi/wkSEYgT/OxyHePofYAH6uAzNdT+cOWEfoHQ8g+quPKCMo2VAEnl8WNxDLC0mo9dgEU3lhhsFBPAZwKfFzmizC2mH
o2JZXtWoa8Q0bjlbci5xFAbNuyoKbyNh9ZdK2fUWqwyO+s2KQPl2RS5m12QZ9Qdi/QdxDKx/meUy7YJ2JtSu2FndgQxXO9WXAJ6L5pRblecOvLusqovy
i12cNLvI9RxYZZKnxf2bxUJW1bt89dQF6HWza2Fg5A0ur4UVs4UQ2f0EhrU+WD2y3NCkJeDSYhIMQbTDYjYsB1KhIKFyag+0Ir8V4zMiKgIHgKGC+bGn
gT+5W03MBpbdDTX2JXFGJE5VFLVbDTVWI502SPluLDhTGfNxmnn6J/nEKnpk9cFwmeWp70NJENp0xjVXw4x5HMcEeTYjvmymq2soWFaMQuo2glADALk9
7BqOO8n/QRulVlI1W+CNVLcRfrmBBr7eOzu+MVt6YViukCBOx0QBbHXDuamTSOzeSaJDfg87ahvs5IGddJfd3nXi5+0quW1u0Paai0YizapFUqKICXJv
VrHpcVY/RWfitkzSTbKKJiD0FJ9lKdNodLGzMcQ7Efj/pJlxBzow33tPu53qw50BvU7qO62zV+2oM8sSb5zN17+PLuI45nsUq9DZ0ehifxesXVMf31EP
ZCC4fWLxEe9pLftxY/rfIwtsLucJuS4WdxEVx0kLhNp8dCpotIRtB0/qRLdWD3gVGIGWn5OVm+WyfzcPbfydJDoq9XDosH4jzxPMnf+jpOtLUEkr219C
Ow9waHdiGmIBhKyUQVoA1Me1raqqG+QzLOrLDJ7FaDwJwASaRcU2ALeTDAWHpKudRkA0jtky13ZmERllcw7JFjRWqLIVUrAPOhlwsLy0OOeCbd7RHve7
u6T8Dg6yw+GQK6HeCnSe6igoc8k25l3tOUbYRAyd5RjrnSWaXzSPNMir0cXhIQxqGo/ox1V82rDE/4GPgqfhK+MKV8pqs6pjOjFEBEygUQuZo5txCQdY
ZOOhoxnl6Qb3tA29n13TGW8QvER11NPhQ5bWd4pUEBWccSez27vayemiPS6N5yC0W7Oo7sT6/fysxSGLGFtwLFfCLvI9a9fQ/ndcfmIVP7eKv7ymrPVA
cNvLoWquB+Rcsc05DHlu8vqryI2030Bk+OsqHl1oKHA07bLfx5I7Adu5s05tKmblMoAgS3KZ1+UTqpLq8mnInkdKA2yU+gmpmVJf44M9ZggFzK6VXgDA
7xxMIR1wh8RyldxWL7OP1rIz7fJGgRA9giWcZWXWUmQD7dpRKpADWzsKe2qggQFn4OWJaHoCubmLZF1vyo5qPfYSchYz/8adUvRcbN0m6y9ulLfJ2uNx
O6MsUVMWNZlu1+jR1LoxdJzyRlrXfoYtIztUKUSyYW5SED5Y9dolrkb51dXFWb6HrDq3HSjRwAeK3V2sHQli755Tyrp8erOsLYKzFyghT2UhU3CQez4y
LL01IzJPPQFH4sgS8aGfc/BdRUYvsH0UGn3s6OEoOIjjUJh+8QQKpd4BKYNnwBUYXpAXqOYecQHHsPvCRs9qszbW2wzsa9CucMVMg6F7Iqt+lA8NVNwX
pXxbrFbFQ6VyxpSjdHnX891lb1mU/koqb/TwEv9e0ZUt/j4+tmwNnH1+YrqNUl5XBp7g944HVTA2lVALYnx+bq2VttI4uFQXBEMeDPlqolkBiZwoFVQ7
tlv+ygVCDEt5DuCdFjHGmyJ90mggcM37QSxy2asesnpxh3WhApg34oFM6X2V5sCV4y+tksz8tdebvTfa5Ug3qnwK2xuDXRY0ylzSYop2CdL8WjVY/cu1
LNZh11Kk5Fh8Wb3dNQh3mT3K1MGvLorGZJgRfPV87QW33TsPqBd3tt41qoNhQ3I2loktE1r1i1b9olmftit1yHZTk7x6wHOsnbpr4/QDn5ushqwMb9+5
yoFkq/cdSFaGJwpVwOolUsO3YC3oNLG77KVymWxWCl7fsqqzTWJ+yhawh1fxhXaKoJRGkIEk/5xUwsQakJ9lXmsLGcqO6Y9xkAVOEXNdMLj4jpJ8b5x6
Ypus1ndJhHZx6E78VQELqN2Y/uwLUwC+hKVxNQA7RP2VlmhVbnJxruItWURG2s5MaHvHKBRsyhiFQhsxkgkSYBSsGdkSmYcgk1Ib3HwFfDSy5Bbgd0cb
rqOB1Zhjz2kMndt55Ezg9srYdCojNzBEuk+eyAiraY3U7Y+vKAgtPcAAwF9TijL5tm0cm6agQZejKV6yeoLBDLscTgN36nlTaTSsnQ/rbPGJ1V00N1v6
AZJrsal9QzQB7bNkUc7gdsXSGX+gOubGPbCpcNejJl9q5wVXRsKHbeR+2YOtf3FXVGAxg0t5b+QCvf0pZ0F2hCOb5Fa0ghaWgQStySKOn9S2C4dFgLTW
WLFbyVqN1Vd+7YQJQb4uUPFkBMYtwWUPDQ7N1pMDt+iKfmAFiomTWptfy8c6Ioy4PQwUmuRjzZFwVqkVKaFYpcPWFH6BQplrkJffDs21sJFAcxhOUJAF
f6o1YJzX9fIKLIY2tBadMiDvWEdEl8RQHU+HbZpV61Xy9AtoMQR//AE1F7uY4WAXmBmjtuMgju1qz8+cSRoPk0twcHM2lZ2qlz2nqlvRGM8S+x+mZfLw
/T1IAmqEoQjF/hEEl73uJYdMk+bkhdXkmqNbe0lzql0/NJoXrOXzDLA1vdlEUW1wYRwKf5dVdZndbEDm6TZ47rZM/+9anZPBucXeXmwLmHy1ub9Pyidj
nvzP2JJTDWXIHit7jaYJ+Zetx5uG47NZaEWggoO5U0Ksz8NI28+Hw/NArF+f2ymvMem1k/Q6EPdFVZu0ETl5aP+CpJbdk1UXdbIyDp7GiWAtyw9gSJMS
QjfrNKmlj8WNSTpXOjzMi4epMm1qVLc8k7C2MvLFD3Lctk3bE+2qRF3Df033bFcMtyGbaH9880PLEGRdRa/Eel1FE5FKtEGVZfTaXPjnyQrtZfxNnsFU
w5/rcH54OrJuePJk9Zc8qyttPc2GWZCGVAh7GNnRDkbmQJvUZFs9xFPsu6U/ghBmST2Nw8uOPKZ5wjFmXuPWMpo/P1uf47nF8sH0E9qdxmGA3SGBoS6z
e7DsxGpkqCuoMmxP1FNqjpn+1wKx7batW2iqtcxWcPtno1IVbShb24Aler3S1i/zdIqph4c0bpmniAe83gKzmoFuudMyGYBdNg8EH2Rdxacj40EH59Ua
6KiuaPorsuSMp73O8TCp8GccQ+HDQ2uU0xgPe3Ec//jmh2G1rmZn0TgwIeysjgTO1QndnMR+ta6gdS/5vBgNvf4x8KxqbQ1vJM6COal7OUagGxxwdGFF
BxxjdMBhXfxlvZbldwnsL8EQhXorYuC6LJbZSla/ZPXdd3dlcZ/E1yOKgyhG47EYn52JszMxORWTCzEaTUChLkan8P9rMTo9E6PTcztIIm9oH7LfJI5n
a8c8RIVFVrO+whmadTXEXYqrdXU9ml/2MDzgBndHEhaxlyOk/nb3h1m+WG1SWak8WFFcx4KEkg4mxvFpQBEIyfDfabD5U5eBNYp54CqgVjwq9MNL+HNl
gZ+NxtEkwOTj48CpWS2SFXqMVRQGEc3Vri5mo4vo4owir5gesLRYprJEpuUOx6TDMtmfNwq2va8ZLxPo02LltLRHXQfFDg/xz9X4/EJr7qyau/3YZJMn
lL9GF0e+Lggc0Ti7rJENx3auE2QMbWhijV0OfaVzuqa50YVFWawNgNm1bkq8+GseXYco7IXaTxkYw/+KNRGMnp/17/FsHI3scv8ZG2oZQWZw5I/7A2tQ
Rs8Jktm2h6iK8N/+gNo68qHz1+H8GEdxPZoHokdyazS6OFLYa0Gm6v/J1ceq+umcbjOUQepfwdgvPsAhZ9W7z2Domx8eQn9IcAZrBPyiNvUnZsK91+nk
zCnBaZqXcxszKKKdJY0iu7lSlBsLLjzwKJv8c7pkvHiweQvA8OHf/jGa4RyOZvgXt+WTcTSAj5NxcNwfn18E/w5UTkEH0Jst1O7Rlq+C4nVf54Sldxz4
EhnH5zrAT+Ajh4eYNh0dHh7QzojfuDe2ksbzoMsbS09dw+0oqaeTo5ZvFtj8+zaiyTElJExfEmLx38FAWbkfHwdUCv89GvePfd/yplCS/3R6CmJxMJ36
r/oDLVS+CoLgcGRECz4euI5hTY+vXW+DSh3o4W+yLDBIJgkT+Hl1CihjT1FNupSAbBhLHR/rVsdHR5gEqFVO0BuCFXQoG7/P2bsvnjQ8835h5YkdT5Wz
yKj/AqO9OPFokmwFeqdv0YfyQ7GsH5JSxuNm/vf5XxOIIKvOaH8F7VJ3KFVXqflVqkZOoE5qH2M9TtjJ/5ys9wTH5FMxWIWYQJ1K4KpMGgZreG/ZY9nO
y3jp+AF1nM0gMQoFumMGJ29W5mADJMMq0XboGM7sH8cdqqZ/DSsNDemLo2ugoxETckaRScExQIc/bEYnhSvsWmn/UHvQDhvz/yP6qRWrop+546USQ7r7
A1s8x+AV7wKxj2417mVWfSvvwN4yCPYNq4Xhw8MDF1Z7tkeuHgRBKNNTc9nD56IO0jD+dLy2OVKGTRpTe4k70VOaIX3aNOIEjXO0wBw9z1av74IOwuwf
x05MU5emTQBZg+CtUUSCtr1B1aQx8YMhKB79gL5ns4bC9fIFlbpioQYm7PHTMc80T0VWgf2eT50Yqqi3JtDtl0LatjWOh4eNVUU//udGbvCEAvvPVZOH
GzUzKcf2Rq5tI34Qc53hCxPA7qtGgbrTIUX9pkYUwewUVCOM/Uk+fd3iQv9ZXGF/kk+BE+BV6sDC3cznoMF8nOgv1kzK2t8TXtcM8Qvxe3Hr4vi9ZIOB
/Z1hGN/IS+WqTv6lcL5gcNEM6At7hXH2bWJDqw3XGKDe6Ah8rQVyWggEH/YDXANw4IAPN3SVxez5pA5l6ABrsjjwr0lx2fWePcGZFmvP7MZRe/cxP519
21JMmM4e2P3RQYOszSTes5nEfEPwSaowCN2WnjHH5zcdQY/j++w3+bYolXkv3x4qslWb/zTuFp0C96mFu6RMIRnWyUrZoHrg+SPLQcV1vL1BiJvRlXc9
Z1jbjvAPRjJzgiSzqsQKwas4TmOJ3crab11nBa2VmMqVrOX+krbUBPdK1JhLZHEca1mhBYgDmxkic256VFTk5u2OChHfedOhdyMdGJpcJwAnDbZ0oLvW
oHlaz1iPwnjEsfdjUX9QbnJo6e5RI7BhqjlN0vT30HU4UoKloe+lYEW4kZ7Ql3zUv+CyEYMAT6bUblb9xXjk0e4dbF2Ek9TRJNc4jt3Ks27yheNn5Ar9
gYN4yyPQNwsn6BKNrTsl5b0reEjq2q1D2sNwv0wUe2XHbrFxn2zcEH+ti1K1z4KrDcaN9lnygecEXt7y9spUAPgqbAj1lDi7nkd6a0dFbU7O12153xED
1IMt1eZemP5Vm/v+cb9r8xdh8AXBsyGdqSMmOJ2AOVArQqkT6bPTqqWSVUX+KHuNWbhIzH8dYxX0FrEjifpcSsXJc2Nu/lzQxoNRFKz7QjM24gAEl36r
nppWVafhplNs8b44j5x7SmANHe1i+Aq6UlJCmBaVMcIFge289xQ9LTRGeulTJEOaECssPSY32DpsklsVFj5qcUDFS5gDdhuTdPZBVdFZokdScsTiSjz1
G682dO/7wWymztDBlYViPxg0KEz0HMqMVGF2tlfpomexncgnlhNPVWmIf+xv7SJYYmdj0gS2dF6B8fcQg89vGDQbsaKdc3h/Y3V1l1QfMGSqfaoyRuGV
rcfQz6hgDectFQ0GEtkawx7E0HmApUvbQPPTPP1ZPWnwRyK+ZnlqrJmqiASvduxVrU2KWo+VoC0MRrRGUxBjmw5xwfdJjurwgRGHW5zY8Zx7fqZ8M8Ar
vzViEGvoyQXyVpjNtJ6nC0GVW1w0W7AOMrwa7PCnzjzYkXcdTAwhCK/54nC8ViQbGv3L0EJBUkDX9BDD6Z7MnWMk1TKMo+EhAtAbK44hkAcHSTXSkqLV
wGqk+VSN+1yA6mBXkxYxuhof2qKUNViLYTpjNJtaUj3li36VJ+vqrmhFBWNbm0WRA0f6ufh2VdyoB10ysKs5Wee33q5D5WWEy/YicgUSd71y9HY2HQFi
r+psUZkYr8SGFK9GgBQjxQ3zuu2B113k/SJvwO9tUZGXwCLiLuBJhu5s7JFiiuA7GjuDkgRvf2p0+CXYZEun8rdgFRc3yV9CiX+c7EiDoqciuFBmS2lD
ya7WRuCyitTzEyRD9hTVRQ4NCjvcZ9SOW0/5P8CbBhFNDL5vIHpOCHrOctJEz939oy6JgG2B2ClHm+MV9XsVOCY+Mw4jJn5MfG7srmqw+U+NFTFufm8W
eO/QbVyjnFvtXYI8yZQEyvEat+TJEwq0+PP1VqTDi6M83NS0K6NuDa2Ua5nUVgK5Uccm2A5ZDATxVMugwItkaoco41h9RdValQTOEXgpxhv5twTxlJ1t
4thG7aza3EckD1PxEFtht4PU1wEoSD/FXwdx7CAx0IhorG2NZfXDGZkprMKsI66pLZoMbojSXXUNOLMok03MB13a4WG7HlnQdMypKUKTq0excwgC/+2a
bOrBTButIQIwGoGy/1DBEa5pMwzzeRBdz2kik7V/m6yNHpOolcJ0C6u3c45nQJ2G84sa4m2yZszMhmRuap3QGN4MN3AoqTYV0BBx5vMzFrVjZLg4ljlS
qHYtg98cpjFb+jpniqcxmlnYRXRzwlQe9PnIBnMLjrz46egIgIaxLpHqlb3aZyY9CgXaGjXan+nPCEEHlz0eJgolpk/K8Ih8YVyForECxsm81WpTC3uQ
Y8cVOTykIsq78Qqb37rrnm13aUPvAGJhz2pQuJANEh0mY92XYK8rt9dNIMf9UW4EGV6KWm7QI931sDcEQt0um3myK0NMQ5YOFS+O7MkTJvok1mWfuxZQ
mV5T1vw41sE6VM2d1tmhZ8lP8Eriq7Pz0DZrgrdKPxSbciEhvHa5kBg43oQkLyHSfB6f/I2jQqfP9aoKoo8nH0/867+dzP5tfhxA7LC/zf5tfhTMvjkZ
yke5YFg0+wxD3Rdhk+/ZBVA1uq3kYlNK8i4Rd2D+6XnsTxd5EIYN5SO4CN+UK9b/b8oVRTR6/4PTeaMYb/jSwEK+9u7qeh15Av9W8OOB/60ib27MrDbl
aqjiVAVdzwywpwiWS+o7Co2GqhY20aECeHdn+dmxlX7nK66MBbtp0PpxT5+fmxnYZ0IXZMEPRtquEXDDxjk+xgue2eaABOiCSZ5F7XkOZr4JDTf8OPj7
/Pj54/V1OHj9ZvA2GSyj4fz44zzwZ1Hkf0y3I3G+C4KZP4s+nvjDo8AQRa3Z2QE22IHUa1Et7uQ9kYDACCuA13mMFcxDNICmmIrO6A+go15VHsQnvx9S
icZMASQ4wUE+plBfumbn+ZlXEz57NBsFU4ihdt5Kvhq1An9b7R8eHtCPFyabZu/Xb7bwdxd9syXQ1pqF93vNnPK6lDcfisUnWf/l/Q+xn6RpCYrCePrr
N1v+4C7MgEa8yHuovF10cmKysTnrm5v4VeEMaO5dmcHLSC/DR+L0Ivzb1cavDfsQRYaVEUdZeGJXlHjkvix0B4qWqoZraVAT2q8HY9qr1ovCmDxqPJNU
1erpolHjgeD86a3SXb/WGsjvNC92xWEemyANrdakFPcy5iz9OAV+NVKpWkx/tF8DXDF5WbrS9zMtS5BSY02lFGuZoytY66WhJF1luWwHR8cnt2IX2WiC
hCd1x0kNO6S2o/zW+wIMt2F6MbVZhqkezviRAu0Jxk5ko2znCNR2YBrR7iSgwWuixPiMtPGmxnB6ZEPuHoNdgdRfJD/4rtOAviPEzgRfA0nmcKck81R0
gOIraoV8vsrSWdRKk+/IPNXXRDr04uEhJKvPhskGJVrdIH5INTgMQAPbFb3x4zWmE5I9EBN3hCXXYMKCzwoOhUDnQQPrFliNXL3W4uDXWGigngMha7tK
V3/SsbI6lodLmQDA22mfQPvFgisHQmsG3L6yDsELGoPkpebalVhYQeK3sdZ8L0FR+TS2mFrQzTY6mISyA0g4QLeqc2UzwpnzGh7wU2Hz4aPx0ZFTOYgs
1nvZdU24ZzUqLqm5qMsTFRI7lydgaDY0kSmYWoi3+sERjDFoTC8A9MQGHIsiB6RFva11oU+c3FlXnLJXmLAHFTRHrS9MD7iE6rEqMG3ukf/K8uveffZR
oXVMKLNlHY/DUA60TSfqtuC5Q3hd0GzJGOzoh2wp4Q49vghl0wgU4jNWxoaTLRz+LFvhzY2mEypog8Sy+QCejpHsvKGHzwuV2brbFLITZie0XQ+0jT+p
VAOhVQ5gfoDX06ydiNtRSg38BLqZ83FgYCOFTL+K/NbHoJKOlSFadxsY2okKSg4remwElUpg/R26qgCqAaGZF5JKCGP+bxDVelpLw+4PqB0VR0Hl6ZCG
xlMD4xrEvpPtgDruN0GhI/HYJaB4S5CcoAiqpydj0LAp8hMJ2QW2Jl7/sgx5cKKfny2WiSlgnO1S7vMzfQ9NB67iG/ijHK+xIk6SUU8AFVE9ZROvYz6o
QBu2nGJoiIcbqQgr7dGrHJNkBg7e+r4VwqnxziAP+sBtE3yEdQ2w5n9+Roe5l7DSddbl0OU2+QAcuz8Kqm6bx+e2RmnG8mTLkG0sdMxAAq/XOem6Gcob
HyH7OmJwjmac68X8jjbftremvn9MLPCotUa4aGKC1xcPOcVzJOOFI/xL1pGWJrCKr61QqHb0F+1Ok0AcIZnG2941RPwe6hDf8+i6Z0WtESYyjVCBZ0Qz
qoloBicRJhauiWM7HEIAmEr05oIbBeeseXRtB555qeacHGiQs3OMmC53kNJ6j1cN89oO2aPhKVkANvGHpEyrmMtfAwyVvTQId9CtrmZ+4iDX9p34Aowv
bZfqz0m2ArmWdgw0QFZuK7CUHEdQh78SpKFVowmyfxw7Pia9XY8si7fOs+fcTeWnAVFgOMlvKIUsw2DdyDSe6P3iTib8WuBayk/+xDyz0nr1A4qq147o
t3nsyNRjS/DG2z6hzkc30MZTQWc6CMadXHyiWEHaO1Z7VavuX8EjJV0vpqmVmj7ZIzKFjUflJLAiw9hFmrG8bMIzaj30hZ11xKNqjOsioNhUkXnRTUVR
cvyUdbw58kLU8WGblN+g8DZNa4lbQWzHjRUO2wmss5YVw6mh83Toa9t+lggR7b5ypmdLcNx4yzNa+XDbz4BM1DsQjn8XfBzEMYMg/615sD9ib/txALs5
jmHT6JCK0UUrXumAMLQOOWVN5ldXE3Yzf62ZLsRVNmVGoVVoNCJrZ4Iy5ZL/fK+5/uj5mUFcjYIXXgdqv33gUHlj2G2e574PSM+v99or0viz/AnfdoK8
aWyC7x8eQspVbO8E7MmCFRTT6l5VLw2w9RSDFS0UqJ+Xj9nlZo310T/un4WRXYw2xhntBRzbjT70aoCJIB92+52urojVzVckAqUb5nETpvihp3/ymSdc
Ytbbbwf02woy7kTBt+x9cM+BqD9M/u4TZ9ZttwXAXcJ8aUKukjpUUh8h91WgJGon2Pb4dgokWUyjV67JIxG+ra3N2V6p3ryp/DH9t7iFuZ9C0nautMxe
OlCP3unwxCo4UhumgpgtfSinVolbPIYsttm2N3Qds8jIi6D3UXpBOPeaTsAa1Tnn1onYViXCETq04zeS8Y1dz0BEq4LOmm7sb+f8vcmBq9O2cXH+9/PT
CyfuQuvtlmu0qEKrl3nk/WF8ceaJa2NlNY+8+/VZ4u2cKFdgWIH7Ah6xfH8tSzRDzBdkOk+XA3DUszLIMu8II0ZpswNl0oCPnBSwx5IV81/JAatBv6ML
PGmidPmBDP4aD8nKusYjNthJagUJJ8bqhzoWF1Udwz8myp2yhoF2jZZfg1WqEwp+w2p+JeuxyQFUtS1mtPkG2n5jtq3ycAMgqRnda1CsjtRfLHjj+Gve
ZDXGn8Yn1cHjLLCFjO4s0ivh4UEZPamANchQW2Y6NQT10o6u2qQw3sLLQhAmFiwLOUig2qYourvuJ0Uu1ejGTz1ytrJ5U7ecY2G3Y0trW8IHfcObOt7u
XKtthTtlCkePFCZV3ZlR4V2arVoiZ5bYp2L8LKLMfUpXVMel6I8TzLCSelW3QqvZ/CVw6dIx2PW3hCqHwAlfQiN1Rw80Wpi1EaqK8V8TDglWrN9YEawX
bK9n4tZoCEud3L4Mh5XwrkEjmi5pnDih9UjQseA7k2AsHWErpRaThfUiBX84x7WVTD6rKCGUr6xL9d0T39NkyUqVMHpbs02QMbYZXGRBA5UrhVXuZ3mf
MmacD1lAO2TWyd1R5pdEb8rWEp3rMMUdg0OV9DEsciDDWH+pw45OQGQZBxdOh/3i6QNfTfyiLo+H7376/Y8BF6kgKqzz8ArOIOdac0AYY1Rte91YMjd8
NiIwoBQCZBMONUT50Ne98u3Lbd2Q4Citqde27/gyMab7qLoVeNhRaPiuTqbBLtRIGEU3WZ6UTxiNxkPBhM7bnnnTAe5imrV4Qn30/6AiNBUs8weXTqr9
6ta2B+qRyO0jBfh2b/X1wyQCn7aKXIaCadYzB6JH71ipuLgpWBv0IbwfvFCI3CUy7EZxosjmN8/PI/D7cB4v0Vo1N12Mj9zusAYvEL3mK1KNfmdw+oFT
u/KGtXBqYp+D8+xOMWDeWVU4Z8gLrFq0doyXyr9EUV1tbLXDMpwjimUfUoEXVeiJ6v2T50uz+fePYwBlPVXdknO0ONHRYR20HdVaDUEMe66kuAbLUgFp
FJ4ZDOm7LjlV3VvTaokV5XfWCXiPz9OVjuGvF7r7ohXFIucyu5gziY3ShxY5i6WLT3VExVJGgFDLinCuAqEbg85tI34+GsFH9AiWFTGfjNfMfSTKQ2h/
qa4FrJj5uy/sxWQgAJeLgdhDabteA19WIFkOqMnBum0llQrazQ9URDYPJQNP1VvSd2NZeMzBKakMRcEo10wXFca4305pC8fw3pruDz67luB1AFctmlVR
okb1c1e/7HjbHdW6rmas2nbc78g9uCb5rcQM01f40lX5WRGnlnKYcbGhFIJOUW3d0iwNNBZ9zbZG9KEGtZdCdEP8Q7v4GEjNIs5TUKKLaTgU0Kqubdzt
M1HLu4sQ2LB+d08XzSqN04Zu0H0+CoJf4AFUHUbsjWka7vacG+gkpEDi16Ut2yhMRlu8kYpUSf34FQeOdyB0bo6zvf2OQnblbt9l7zn9sITseFvZxEtE
u+VYmLX2Q1DpHVin4WKBnTF6JvQwWpTzQc0WQrCvwU/tVeAQCCbyXsCzDg432owZyaNx//51FNA6b+5c0rR6yWb/e4jPCalL5VVP7XC6lAhBdbXNt1Gp
gTTUL5aWrkVYKhbNm7FizGFyyU9B+Tw4TnDw5/CQkih0RUzBK6pryJpbfnOBg9qGO6ExTuf2YbK5efS42FqvfNmOW8I8aQXy09eVo1798cO7H4ck2mTL
Jx+aDJSDCX44xxzsUVcVhyBZwQsZu6YzAl2FO1Nvuyo0L7EtsiuWbMPfuFjnCHgkiXYpZdD8nwtokbVbBcG5lw4B2FPW6TNhzSwv8qava1ILd1HoSOTG
Edy1ETBMJLAwyw53FH4kaGtbrOhetgLFxaIbIKgLm00AQUsjhiNsFrOQu+s1nLXNhRbaIbW2Khfl2kCH0a7iP81fWoZmNatQMZD7/FxbFg+W1uqqodF1
Kd1Wb9Umao0lHTUei3X8iGl6oawTr7mtTKCEmXXoP2gd+lW/jIqATqsyfXOP72RZOubgv3vMtjUM6u7cenLhxRl8sVEEgTYrDZWRekFC36Q4Si7bWNcE
DyyffH6yxhGAALzwrWg2IDnEdu9YRFWWYWyo1RJ8MeQQvw+9s6JmQLt0teAJ94rBtK08o2A3CsyuzLXNJQM9X+NeODSgmP2dikV6f6dvOkv3CDSedjIH
kK16o1XgWwLVNbpr2C7vV1nnWrCL82IgyD6vdBqrIvL1eQix44nKW8yYPWLVWVVlC+VLJsABdOeIJd269uZjMGb6Gk8Fb3vWK0TKqayv2yPfrAiapeDi
kTmz08sueaQv3WFs46OjUwhgOwoEXBhbma/P7UxWdexz7LaOfsqDW3E9XhmmklipuFMNlivcDSzq2NS4bqYG5rBx7Z+sjfMi+yCgEs07Ts7OrSevhbce
Y9UpTml6ppuweD56fDkSqWCw9DlULwGYRpI6EPrCJHLvT5zirf4m+p1EO7yvLD9Lfw1ntKz6cJeUMuWAripEjW3/grdV+lBXl0leLWUZX8+DeLrGV3qL
qlZWK81i9ptxEAgfYhLoWy2Lfyk9pGofnaXxd+NqTatAKLDqtgdRICBHUKCcqKmzU8cuZ5PGqC+swmzt36IZCQcDoSiFZ1OUQfTCjqXapbACAZfHCxo7
uk+zoHoFSyn4G/X8BK7A+tk9rnBveFLJ23sMavSPyguC4Qf+9A0YHUiaNDGMdNSccagvVM/hjAQEnk40VjJfAHBQI8edeEuLdmfiGCmIqLR13GF1JCBH
rxub0qYyT5frkku6FLzJ4Esuc/0CMghOeWzXP6I7aQWV91jdEXWb42Sa4ua+R9dwr4BUQerG4aGHJ6mODlIcBb6Ls6oYEBiPwcGWGpsdGscUtVpXQT2C
1vrbqqyIJlYxWB0FZGeBQfEIXs9TyFH3KQjWedZI84lKrpb2xcvu0gQF/6ks7rMK1A9VsfpsIHWpvrdYA/4Z1ncyx/tI1hyyjndHouVq2VmfeBgOAz0y
8Zfu5WVPPkLyFsLl4JEXQkdSNJG3GLdIWEEXBT83IVTYSeFEoxTWOwticzrGCGViUy8nu8ve/wUSHEeZE7MAAA==
""")
}
