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
const plane=new Float32Array(numberOfFrames);
data.copyTo(plane,{planeIndex,format:"f32-planar"});
return plane;
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
ytssjyd2xj2mfajlOj6z01dFfit1lYuwXedtslrFI514I2+z/Afo0tgpXGUrmS8k9WocNgA9Zveb+7dlci+r+Cx8fXHZW6ySquq/Abr/nVwUaZbfbql4
uVnURekvVsXik8iLB5FLmVbvNvV6UwfbXn2XVUPMjPHfS0rJi4c4Lx7Ul6kSW7859yHJ6iy/ja/nnJBCD2QZ03RSC/Yaij2Pk9dFWdvFCm7DpBDWYmsm
OOMuqb6Vt5s8XiarSqqu3BUr+aaOQ/7Oql8gxSmT5bUsy80aelLpkiv5Wa7gC+kkl4vah84pDMHvGeCpkn5gdx7+ealHiNRhVWzy9ENdrNcy9XlxIHgs
U8oKuURw2ZOrSvYhZ1jk97KqklsZ+9s0qZMd8BlsRiZl6kNSAL3Vlbd7ZqO7W/vnYzZcF1X9Z2rc31Z1sY7qciN31G97hg8P7a9hVSe1PIhjD/GUeoGT
6yLPpZFdL0lTfwkULeoyWXwiRn1AnSrlOimlTxnMK0xfeMCKjzurI3BKrDfVHTWip3Bzv/YRjfSL10wfyF+tA8h/uMtWsqs5FwO6frqRsTX96catfB3O
YVSVzGucgJ+zexnMZrjgsqWfbuQ0Lx76x8is9ICZJ0H/Y7cv1V22rP0gULWvoPZAs7VgUeR1lm9g8sunrTMB/NfP5UP/9zn8TJGLfHe3yT/52/ppLSPv
k3zyRJ3dA6ndryPsQmsAAkhS5SVPqyJJd9Cl3SKpF3fcqkXqO/zPnVyFP5c8eUPFIi7ldpGkWzeO2/Suthugao1WlBZiW3LY294BFVZg7HVlja9jnTlf
zYUgHyz+LUt/2yNuGNFa59VPxXn9i54sy6KM/CCebtvLaid6u8Z60x2SPuAadlgazBA/rG1VpVsbbb65v5Hlu+V3asNVVflb9FJZLcoMWWvUgT7qj4P9
Xc8ZERPAVhObbpQWdKsPVo93MYAwFAHMjNcnYXI2LEEwimNL8lAUt14luaziN2WZPA2XZXHvb2mFR39O6rvhfZb741bjwU74fxdY9XsQh2AabHg4qW9X
RVKfjhGy744muOxBl4eLYv30c+FjHbE18AQhOPKWp+MBJCelZ2EQC16aOSZmk1XvZZI++R7SsrVuheFox31rc+3zFyFpuEpqmS+e7F3O3RHuZZolkQFL
qNvx3+F9svZpKEE8xb/Dm81yKUvmTwfOrkQcGsUg3xrEQ5LXMgUuATvitiWG+NsuAfDFqUKWQ+hWO9GuRw2ncpU80ZaDP+MYF9Dz84GFGPWF+7bDk7e0
cSW1KJEMrUqKvdR3Mo9t/GvBrxv7jnwYUwM0vBJECdrF+sc+wO0P+kkdHEHbJyN5EQieIMrCAe32TiY2IKq6lPXiLgo1LWmpgZbpXmlKSVzQGiCUpJNS
svDUvZ1aEheVpI/GpqxpxcW/phxLEGAoOHCePCUPNcUfJKi+qcOD0uITj8cIvyyBEm0lj74ligp7FQ0sCV+fx5LapoZhUvePVcM0hQNn9kk4ORrJixM7
GaZWH8qKspR4zI2bAuYfLNwTLkRSEyK9f2zu114/y6369tIzqUMoOZshClke3SMaWpAaBMKsXWGapBEbvVP7fOOcQmgk31ff4ZHEprS9E2k3rWB9UfDv
H8ejrgnOct85xAmXUZqDn5ZgaFpK4Lm/ZHlaPMSj8UTPf1lmn5PVh3WSx6O/n7sHOazzU1LWVbz9nKWyiMLh67FAvg0/X+1UyX9kdS1LOg2eukCAYXQf
XsviN5nzCfLcyfpHkeVZfsvVmt262ZRV/VOyqWTsVqtkXa+y/BakveYRGqcN9Q7hMDw3I1yWsrrDCqOzVvmfi5Usk3wh3dM15v1xc7+2GsHz7U+r5Okm
WXxC4nDPt3VS3kpNSvQV0x8tmj0AXH3i46mpcJP+fVKuMlkZwQ3nJt4qxpmkn6GfqXW23EuoMr2V8eD7fJnlWf2k5S/YV6yDrSMJNw9xrdJf1VmiISgB
EkCWy6ryLboMmLL2F/h/MVrcU5PcV/xHJLdSlPIhy9Ng2y0kq5mhUrPkVkahg7akBu4KAPsDn0uFUXKrz3HYCSpw3E9uZXscSY2nTECjTHXnaM9njvFe
LmRem7zAwfwQTqimI8RZdz0lbX3K8lS4YA/2wXUPdLCAnRH2baQg94YiV3zm0/1ZyaSqZzPIC45tDhEYmriGbs2x61hO9djt0FaL5BrlB7SJHh4m9TQ8
PMSi01jjuj8wfAdguvqN7RdIBrs2RGKM9xMjwL2VdZ9EQd+aKltG69TaJhUfv11kIS4x061rgCoIKGnG11ZvcW0N/2uT5DWoAgzrppxgNgPAojm+zhqY
wzXmdpNmD9LSBkIdDkn2DQR89t3Z1scBXQfKqpIWO1RSv6YshV9UImjlxxYxIRTqoi3ibkdirW7MpRIswl8zzAIKgcQoJO0OLkSQBHQzNK8KLJ+akqrS
aEge/VBYsoNZzUF7fSvdCUHVAnyLXjjJpk29Hq3CBGZqUmaUEtEflLxVVn/ANBocYcfl49of0EhO7C0z0CuFBDVr/dHoue+s2oHfs5lhDApHeOR3GQYV
xvFjD5KbysdiwVTvpS+tSta4g+THA0SFeScH7toPSN5rt37l7vKM6K05beimVZKe+YEWKIReFCYJweNhJ8CegoINe9fFy3jmUaSN1CZhr/ldr7orHt4o
jghKcuhPcu/o83jGdUuorwsGfgsdM0vqiUKtlJvGRMuacQbNdZtuJDRONZjlUkeGuXyQla7BiVn1RxLkZmbp674Pea97gzdTWqQLIlwpimtij7gCICF/
U0/9FnhbXowsuTIAFERKhbtjKU2zc1dCq7LftHgOv2P4h6npc7LawH2g0lkntgr/Q1HisjAH0YpSoDhpjrG+Ak7ArhnQPMZvA5i3UUDLKPh33Z1mc+qU
0dMcfJ2Uzs5O7bAi2N2HrN2fwAVOv4fDoQVhjum+n4ibIJ7Cer4JugdvkzbButaLw0rkLvUH/REtnuWqKErs/1G7WBDM7dlTwqU7eQq3N3JZlEq3vSlL
mddxQ9KtMhDoHYlQT5GgDcA9E2KFqXVSeqExpel6qWkk8J1b0EUTpwoiG7UR4n5l7gDws1GReiRsIGb/pQqx7hQxHJY8DIJ/Kou6WBSr3wMP68vHWuZp
1ccvF+c56AK2vWqzlqX/6893sl8Cv/ofFV40V/2bUiafQLPUXzPIqP/NFmrthr8qCoLPGP65tA6r98kKNIsyjUFzDCKY0ynf0wUGfAllLq5tffXP8rFW
6mpvUy8HE09sl0mdrPDGSGS3eVHKb9/9WV8g8RaWuzDo4qH0g8YV5zu+pDsdqxPgt0+1BP4iG7hCjGi6gY8Y/1X8JZMP2Nrvkjr5ayYfqAIrJgV/PNXy
3XJZydpK+IHWiMOXFLkskVrsRUn19PLjOrjDfMrW/qLY5LWyQdjk9ZQVYUuQ2cviwUyMb1rsH8dY2F3+uCFz+q63mfjB1s6GAQ9vZf2XLK8nzBugB6Mg
uNz1NqOLF8qPLqwKY6pwOn6hwunYqnBGFS7O9lT4NruFOhdnVp0J1snsOj+i/tZvVv2+XROq1sknqbHLSgQ4YsamJOVedkxXtblJUDmPVQT+2z/uqwq7
Hph3UH2xYoWVnsEVn7has8dHESRFFsJ1H/keTovSzk0ckfKwlOtVspD+yfXHTRiG4QD+jN7Cv6/e4sfrt/OTW+F93Lx9+/Z3nnPT1uoNrH2ZO6eofWS3
6xW07PxPefGQx9udwamUOS6jD7JuXIsiNFWOANCwkdYUOpDhIgSzkH2DHVOB7wqgQVD8+QQxeH7GFBQf4tjlEl1jwdKw+3B9BPoO7UgA7LuHnAYpOD/Y
9vD7mr7nvtoh8O8QMWhpHqnUNA4fwQwpUJjvYKibHOEOFmVWZ4tk5Wn14c7ibL+UWd3kbHADKxbJOllk9ZPL4aAdXOB0tzQBolUF9zI+i/D5WsYqOqw0
CzgT0LLF+CbMaFjWatWZKMFKbauGf40urVXH/GcfGMV9uuCMm3BOx3vhKKbUBeesCefirBOOy3CSWlACl7UhThoQ4YrKhsicRnKq4Jo2CCIx2jsa0IjO
mNx4OA5zBYQyCQ81cpV8NzSdudz1eEPXEl0DZ6Ew28vkZXYZmlFYssWmXk5itI4L4ilv9EP6S6mKF2xOx98iGXPfSBCx6Pka06fT6fhMqJ+jC/1zQr/m
GuCfsjyNeXEvSyl/kz6rREes+RyTjcKpkUQ+gMlKsxJrRKJQrLLPMhoJfXMg02gsbotcRuPzcwPlNlm/l0kFoooL6rrnAWPsF5vaEx7f7XnC2+TI7JOb
lfSEt97crLLqTpae8PICtOb/tZFVLVNPeKVkc6SsyDkbpLnUEz0YuTZ5zKoPeGr7MbmXSnJURxKwyGDrmHh8fn54ePK36zeD/50MfgsHrz8O/j78P/Nj
/+NJKy04+uZkWIOiGQH2Dg8PEFa1XmW17514wbAq7qVPJ6N4Cn/iOPaG3vOz/j0kVsd2jNXPxSeZx34Nf4J4evK364+P49Hg4+Or38+3IwHWbDvVKhVS
SEbTwcZM9e7kalVE4WM4Eg9ytSjgxP0YjsmIqILfp4IuT8PH8EzcJmv4cS4+ySe8gn9PqIbEC1HKhcw+y/I93qBB2ivRg/Uhy+9g34aUiVgjaTyGr8W6
oF8JH7mRmCDhRuBdFgmTkLAgjQX8TMVtUaQ3T1hQih5Vxa4uyT6Chvserq8aw602N2BfcSOjsVhlVR2dmfJ0mdOowGi4OD8/vRC88iPAMSNlcjqZXIQT
SzKHbv6IhoVNVIePYRiOIk/m6aBYDqjfnsDkceSlZYJKAk45jbxSphlcEGLKKAwjoN4B8IyBOrB4ood5o8jb5NVmvcaD6eCzLCukd8wcRx3nEco6jTxO
GNRFMYCbO845A4jycS0XtV2LmjuP2hsyVBtDJ7P8c7LKUh7gACieM7GXyaa+K8rsN1iCmDqOvGVR3mRpKnNqYAwNlMVKDmDAlSw/68IXkZdm1X0GykFO
egUoXZRPyL4HsPazUmdOAI2r5GmwKoo1QT+FFmG090n+NCDyrLD4KYwacqpV8eDZxLQu5TJZyKbEcB0+TpYifHx1Cv+cwT9jET5epPAPfIbwK0xEKEbw
v8NxiKf/ARagj8vQXPfDmRP2AUrHM6juygPKOFoGJJHHh8U9xNJiMnoN9sNUbrhRQACfAXxa7Iw2u5B2OCqW5VWNukZM45azJecSR2HQvKui8DYSVn+p
lF1vscrgqN+sCJRvV+Ridk2WUX8g1n8Qx8D6l1ku0y5oZ0Ltip3VHchwtVN9CeC5aE65VXnuwLvLqroov9jFSbOLXM+BVSZ5Wty/WSxkVb3LV09dgF43
uxYGRt7g8lpYMVsIkd1PYOLqg/0hyw1NWgIuLSbBEEQ7LGbDciAVChIqp/ZAK/JbMT4joiJwABgqmB97GviTu9XEbOrY3VBjXxJnROJURVG71VBjNdJp
g5TvxpYylTEfp5mnf5JPrKJHVh8Ml1me+j6UBKFNZ1xzNcyYx3FMkGcz4stmurqGgmXFKKRuIwg1AJDbw67huJP8H7RRaiVVswXeSHUb4ZcbaODrvbPj
G7OlF4blCgnidEwUwFY3nJs6icTunSQ65Pewo7bBTh7YSXfZ7V0nft6uktvmBm2vuWgk0qxaJCWKmCD3ZhUbAWf1U3Qmbssk3SSraAJCT/FZljKNRhc7
G0O8E4G3TJoZ55kD8733tNupPtwZ0OukvtM6e9WOOrMs8cbZfP376CKOY75HsQqdHY0u9nfB2jX18R31QAaC2ycWH/Ge1rLkNkb4PbKF5nKekOticRdR
cZy0QKjNR6eCRkvYFumkTnRr9YBXfQ9HjM/Jys1y2b+bh9b2ThIdlXo4dFi/kecJ5s7/UdL1JaiklRUuoZ0HOLQ7MQ2xAEJWyiAtAOrj2lZV1Q3yGRb1
ZQbPYjSeBGCMzKJiG4DbSYaCQ9LVTiMgGseAmGs7s4iMsjmHZAsaK1TZCinYB50MOFheWpxzwdbnaBP83V1SfgcH2eFwyJVQbwU6T3UUlLlka++u9hxz
aCKGznKM9c4SzS+aRxrk1eji8BAGNY1H9OMqPm3YxP/AR8HT8JVxHCtltVnVMZ0YIgIm0KiFDMPNuIQDLLLx0NGM8guDe9qG3s+u6Yw3CF6iOurp8CFL
6ztFKogKzriT2e1d7eR00R6XxnMQ2q1ZVHdi/X5+1uKQRYwtOJbjXRf5nrVraG81Lj+xip9bxV9eU9Z6ILjt5VA11wNyrtjmHIY8N3n9VeRG2m8gMvx1
FY8uNBQ4mnZZ0mPJnYDt3FmnNhWzchlAkCW5zOvyCVVJdfk0ZB8gpQE2Sv2E1Eypr/HBviuEAmbXSi8A4HcOppAOuENiuUpuq5fZR2vZmXZ5o0CIHsES
zrIyaymygXbtKBXIga0dhX0m0MCAM/DyRDR9ctzcRbKuN2VHtR776ziLmX/jTil6LrZuk/UXN8rbZO3xuJ1Rlqgpi5pMt2v0aGrdGDpOeSOtaz/DlpEd
qhQi2TA3KQgfrHrtElej/Orq4izfQ1ad2w6UaOADxe4u1o4EsXfPKWVdPr1Z1hbB2QuUkKeykCk4yD0fGZbemhGZp56AI3FkifjQz/ls5nnI6AW2j0Kj
jx09HAUHcRwK0y+eQKHUOyBl8Ay4AsML8gLV3CMu4Bh2X9joWW3WxnqbgX0N2hWumGkwdE9k1Y/yoYGK+6KUb4vVqnioVM6YcpQu73q+u+wti9JfSeW7
HV7i3yu6ssXfx8eWrYGzz09Mt1HK68rAE/ze8aAKxqYSakGMz8+ttdJWGgeX6oJgyIMhr0k0KyCRE6WCasd2y1+5QIhhKc8BvNMixnhTpE8aDQSueT+I
RS571UNWL+6wLlQA80Y8kCm9r9IcuHL8pVWSmb/2P7P3Rrsc6UaVd197Y7DLgkaZS1pM0S5Bml+rBqt/uZbFOuxaipQciy+rt7sG4S6zR5k6+NVF0ZgM
M4Kvnq+94LZ75wH14s7Wu0Z1MGxIzsYysWVCq37Rql8069N2pQ7ZbmqSVw94jrVTd22cfuBzk9WQleHtO1c5kGz1vgPJyvBEoQpYvURq+BasBZ0mdpe9
VC6TzUrB61tWdbZJzE/ZAvbwKtZO/5zScPdP8s9JJYzXv/ws81pbyFB2TH+MqypwipjrgsHFd5Tke+PUE9tktb5LIrSLQ8ferwodQO3G9GdfwADwJSyN
qwHYIeqvtESrcpOLcxVvySIy0nZmQts7RqFgU8YoFNqIkUyQAKNgzciWyDwEmZTa4OYr4KORJbcAvzvacB0NrMYce05j6NzOI2cCt1fGplMZuYEh0n3y
REZYTWukbs94RUFo6QEGAP6aUpTJt23j2DQFDbocTfGS1RMMZtjlcBq4U8+bSqNh7XxYZ4tPrO6iudnSD5Bci03tG6IJaJ8li3IGtyuWzvgD1TE3AoFN
hbseNflSOy+4MhI+bCP3yx5s/Yu7ogKLGVzKe2MI6O1POQuyIxzZJLfiBrSwDCRoTRZx/KS2XTgsAqS1xordStZqrL7yMCdMCPJ1gYonIzBuCS57aHBo
tp4cuEVXHAIrrEqc1Nr8Wj7WEWHE7WGg0CQfa44bs0qtmAXFKh22pvALFMpcg7z8dmiuhY0EmsNwgoIs+FOtAeNGrpdXYDG0obXolAF5xzoiuiSG6ng6
bNOsWq+Sp19AiyH44w+oudjFDAe7wMwYtR0HcWxXe37mTNJ4mFyCg5uzqexUvew5Vd2KxniW2P8wLZOH7+9BElAjDEUo9o8guOx1LzlkmjQnL6wm1xzd
2kuaU+36odG8YC2fZ4Ct6c0mimqDC+NQ+LusqsvsZgMyT7fBc7dl+n/X6pwMzi329mJbwOSrzf19Uj4Z8+R/xpacaihD9ljZazRNyL9sPd40HJ/NQite
ExzMnRJifR5G2n4+HJ4HYv363E55jUmvnaTXgbgvqtqkjcjJQ/sXJLXsnqy6qJOVcfA0TgRrWX4AQ5qUELpZp0ktfSxuTNK50uFhXjxMlWlTo7rlmYS1
lZEvfpDjtm3anmhXJeoa/mu6Z7tiuA3ZRPvjmx9ahiDrKnol1usqmohUog2qLKPX5sI/T1ZoL+Nv8gymGv5ch/PD05F1w5Mnq7/kWV1p62k2zII0pELY
w8iOdjAyB9qkJtvqIZ5i3y39EQT8SuppHF525DHNE44x8xq3ltH8+dn6HM8tlg+mn9DuNA4D7A4JDHWZ3YNlJ1YjQ11BlWF7op5Sc8z0vxaIbbdt3UJT
rWW2gts/G5WqaEPZ2gYs0euVtn6Zp1NMPTykccs8RTzg9RaY1Qx0y52WyQDssnkg+CDrKj4dGQ86OK/WQEd1RdNfkSVnPO11jodJhT/jGAofHlqjnMZ4
2Ivj+Mc3PwyrdTU7i8aBCfhmdSRwrk7o5iT2q3UFrXvJ58Vo6PWPgWdVa2t4I3EWzEndyxH13FB6owsrlt4YY+kN6+Iv67Usv0tgfwmGKNRb8fXWZbHM
VrL6Javvvrsri/skvh5R1EAxGo/F+OxMnJ2JyamYXIjRaAIKdTE6hf9fi9HpmRidntshBXlD+5D9JnE8WztCICosspr1Fc7QrKsh7lJcravr0fyyh8H0
Nrg7krCIvRwh9be7P8zyxWqTykrlwYriOhYklHQwMY5PA4rXR4b/ToPNn7oMrFHMA1cBteJRoR9ewp8rC/xsNI4mASYfHwdOzWqRrNBjrKKggWiudnUx
G11EF2cUecX0gKXFMpUlMi13OCYdlsn+vFGw7X3NeJlAnxYrp6U96joodniIf67G5xdac2fV3O3HJps8ofw1ujjydUHgiMbZZY1sOLZznXBfaEMTa+xy
ECqd0zXNjS4symJtAMyudVPixV/z6DpEYS/UfsrAGP5XrIlg9Pysf49n42hkl/vP2FDLCDKDI3/cH1iDMnpOkMy2PURVhP/2B9TWkQ+dvw7nxziK69E8
ED2SW6PRxZHCXgsyVf9Prj5W1U/ndJuhDFL/CsZ+8QEOOavefQZD3/zwEPpDgjNYI+AXtak/MRPuvU4nZ04JTtO8nNuYQRHtLGkU2c2VotxYcOGBR9nk
n9Ml48WDzVsAhg//9o/RDOdwNMO/uC2fjKMBfJyMg+P++Pwi+Hegcgo6gN5soXaPtnwVFK/7OicsvePAl8g4UtYBfgIfOTzEtOno8PCAdkb8xr2xlTSe
B13eWHrqGm5HST2dHLV8s8Dm37cRTY4pIWH6khCL/w4Gysr9+DigUvjv0bh/7PuWN4WS/KfTUxCLg+nUf9UfaKHyVRAEhyMjWvDxwHUMa3p87XobVOpA
D3+TZYHhKkmYwM+rU0AZe4pq0qUEZMNY6vhYtzo+OsIkQK1ygt4QrKBD2fh9zt598aThmfcLK084+qidRUb9FxjtxYlHk2Qr0Dt9iz6UH4pl/ZCUMh43
87/P/5pAvFV1RvsraJe6g5q6Ss2vUjVyAnVS+xjrccJO/udkvSdMJZ+KwSrEhMxUAldl0jBYw3vLHst2XsZLxw+o42wGiVEo0B0zOHmzMgcbIBlWibZD
x3Bm/zjuUDX9a1hpaEhfHF0DHY3ojDOKEQqOAToQYTNOKFxh10r7h9qDdtiY/x9xSK1YFf3MHS+VGNLdH9jiOQaveBeIfXSrcS+z6lt5B/aWQbBvWC0M
Hx4euLDasz1y9SAIQpmemssePhd1kIbxp+O1zZEybNKY2kvciZ7SDOnTphEnaJyjBeboebZ6fRd0EGb/OHaii7o0bUK5GgRvjSIStO0NqiaNiR8MQfHo
B/Q9mzUUrpcvqNQVCzUwYY+fjnmmeSqyCuz3fOrEUMWfNSFnvxRctq1xPDxsrCr68T83coMnFNh/rpo83KiZSTm2N4ZsG/GDmOsMX5gAdl81CtSdDu7p
NzWiCGanoBph7E/y6esWF/rP4gr7k3wKnFCrUof47WY+Bw3m40R/sWZS1v6eQLdmiF+IpItbF0fSJRsM7O8MA+pGXipXdfIvBdYFg4tmaF3YK4yzbxMb
Wm24xnDuRkfgay2Q00Ig+LAf4BqAAwd8uKGrLGbPJ3UoQwdYk8UheE2Ky6737AnOtFh7ZjeO2ruP+ens25ZiwnT2wO6PDhpkbSbxns0k5huCT1KFQei2
9Iw5mr3pCHoc32e/ybdFqcx7+fZQka3a/Kdxt+gUuA8T3CVlCsmwTlbKBtUDzx9ZDiqu4+0NB9yMc7zrOcPadoR/MJKZE66YVSVWMFzFcRpL7FbWfus6
K2itxFSuZC33l7SlJrhXosZcIovjWMsKLUAc2MwQmXPTo+ITN293VLD2zpsOvRvpEM3kOgE4abClA921Bs3TesZ6FMYjjr0fi/qDcpNDS3ePGoENU81p
kqa/h67DkRIsDX0vBSvCjfSEvuSj/gWXjRgEeDKldrPqL8Yjj3bvYOsinKSOJrnGcexWnnWTLxw/I1foDxzEWx6Bvlk4QZdobN0pKe9dwUNS124d0h6G
+2Wi2Cs7douN+2TjhvhrXZSqfRZcbTC4s8+SDwT2f3nL2ytTAeCrsCHUU+Lseh7prR0VtTk5X7flfUcMUM+bVJt7YfpXbe77x/2uzV+EwRcEz4Z0po6Y
4HQC5kCtCKVOpM9Oq5ZKVhX5o+w1ZuEiMf91jFXQW8SOJOpzKRUnz425+XNBGw9GUbDuC83YiAMQXPqtempaVZ2Gm06xxfviPHLuKYE1dLSL4SvoSkkJ
YVpUxggXBLbz3lP0tNAY6aVPkQxpQqwA8ZjcYOuwSW5VgPaoxQEVL2EO2G1M0tkHVUVniR5JyRGLK/HUb7yf0L3vB7OZOkMHVxaK/WDQoDDRcygzUoXZ
2V6li57FdiKfWE48VaUh/rG/tYtgiZ2NSRPY0nmPxd9DDD6/JtBsxIp2zoH2jdXVXVJ9wJCp9qnKGIVXth5DP2iCNZxXTTQYSGRrDHsQQ+cplC5tA81P
8/Rn9aTBH4n4muWpsWaqIhK82rFXtTYpaj0bgrYwGNEaTUGMbTrEBd8nOarDB0YcbnFix3Pu+ZnyzQCv/NaIQayhxw/IW2E203qeLgRVbnHRbME6yPBq
sMOfOvNgR951MDGEILzmi8PxWpFsaPQvQwsFSQFd00MMp3syd46RVMswjoaHCEBvrDiGQB4cJNVIS4pWA6uR5qMx7nMBqoNdTVrE6Gp8aItS1mAthumM
0WxqSfWUL/pVnqyru6IVFYxtbRZFDhzp5+LbVXGjnlbJwK7mZJ3fersOlZcRLtuLyBVI3PXK0dvZdASIvaqzRWVivBIbUrwaAVKMFDfM67YHXneR94u8
Ab+3RUVeAouIu4AnGbqzsUeKKYLvaOwMShK8/anR4Zdgky2dyt+CVVzcJH8JJf5xsiMNip6K4EKZLaUNJbtaG4HLKlLPT5AM2VNUFzk0KOxwn1E7bj3l
/wBvGkQ0Mfi+geg5Ieg5y0kTPXf3j7okArYFYqccbY5X1O9V4Jj4zDiMmPgx8bmxu6rB5j81VsS4+b1Z4L1Dt3GNcm61dwnyJFMSKMdr3JInTyjQ4s/X
W5EOL47ycFPTroy6NbRSrmVSWwnkRh2bYDtkMRDEUy2DAi+SqR2ijGP1FVVrVRI4R+ClGG/k3xLEU3a2iWMbtbNqcx+RPEzFQ2yF3Q5SXwegIP0Ufx3E
sYPEQCOisbY1ltUPZ2SmsAqzjrimtmgyuCFKd9U14MyiTDYxH3Rph4ftemRB0zGnpghNrh7FziEI/LdrsqkHM220hgjAaATK/kMFR7imzTDM50F0PaeJ
TNb+bbI2ekyiVgrTLazezjmeAXUazi9qiLfJmjEzG5K5qXVCY3gz3MChpNpUQEPEmc/PWNSOkeHiWOZIodq1DH5zmMZs6eucKZ7GaGZhF9HNCVN50Ocj
G8wtOPLip6MjABrGukSqV/Zqn5n0KBRoa9Rof6Y/IwQdXPZ4mCiUmD4pwyPyhXEVisYKGCfzVqtNLexBjh1X5PCQiijvxitsfuuue7bdpQ29A4iFPatB
4UI2SHSYjHVfgr2u3F43gRz3R7kRZHgparlBj3TXw94QCHW7bObJrgwxDVk6VLw4sidPmOiTWJd97lpAZXpNWfPjWAfrUDV3WmeHniU/wXuFr87OQ9us
CV72/FBsyoWE8NrlQmLgeBOSvIRI83l88jeOCp0+16sqiD6efDzxr/92Mvu3+XEAscP+Nvu3+VEw++ZkKB/lgmHR7DMMdV+ETb5nF0DV6LaSi00pybtE
3IH5p+exP13kQRg2lI/gInxTrlj/vylXFNHo/Q9O541ivOFLAwv52rur63XkCfxbwY8H/reKvLkxs9qUq6GKUxV0PTPAniJYLqnvKDQaqlrYRIcK4N2d
5WfHVvqdb54yFuymQevHPX1+bmZgnwldkAU/GGm7RsANG+f4dC14ZpsDEqALJnkWtec5mPkmNNzw4+Dv8+Pnj9fX4eD1m8HbZLCMhvPjj/PAn0WR/zHd
jsT5Lghm/iz6eOIPjwJDFLVmZwfYYAdSr0W1uJP3RAICI6wAXucxVjAP0QCaYio6oz+AjnpVeRCf/H5IJRozBZDgBAf5mEJ96Zqd52deTfjs0WwUTCGG
2nkr+WrUCvxttX94eEA/Xphsmr1fv9nC3130zZZAW2sWXrs1c8rrUt58KBafZP2X9z/EfpKmJSgK4+mv32z5g7swAxrxIu+h8nbRyYnJxuasb27iV4Uz
oLl3ZQYvI70MH4nTi/BvVxu/NuxDFBlWRhxl4YldUeKR+7LQHShaqhqupUFNaL+1i2mvWu/vYvKo8UxSVauni0aN53Tzp7dKd/1aayC/07zYFYd5bII0
tFqTUtzLmLP04xT41UilajH90X4NcMXkZelK38+0LEFKjTWVUqxljq5grZeGknSV5bIdHB2f3IpdZKMJEp7UHSc17JDajvJb7wsw3Ibp7dJmGaZ6OONH
CrQnGDuRjbKdI1DbgWlEu5OABq+JEuMz0sabGsPpkQ25ewx2BVJ/kfzgu04D+o4QOxN8DSSZw52SzFPRAYqvqBXy+SpLZ1ErTb4j81RfE+nQi4eHkKw+
GyYblGh1g/gh1eAwAA1sV/TGj9eYTkj2QEzcEZZcgwkLPis4FAKdBw2sW2A1cvVai4NfY6GBeg6ErO0qXf1Jx8rqWB4uZQIAb6d9Au0XC64cCK0ZcPvK
OgQvaAySl5prV2JhBYnfxlrzvQRF5dPYYmpBN9voYBLKDiDhAN2qzpXNCGfOa3jAT4XNh4/GR0dO5SCyWO9l1zXhntWouKTmoi5PVEjsXJ6AodnQRKZg
aiHe6gdHMMagMb0A0BMbcCyKHJAW9bbWhT5xcmddccpeYcIeVNActb4wPeASqseqwLS5R/4ry69799lHhdYxocyW+Ni8HGibTtRt4Tv3I3tLxmBHP2RL
CXfo8UUom0agEJ+xMjacbOHwZ9kKb240nVBBGySWzQfwdIxk5w09fF6ozNbdppCdMDuh7XqgbfxJpRoIrXIA8wO8nmbtRNyOUmrgJ9DNnI8DAxspZPpV
5Lc+BpV0rAzRutvA0E5UUHJY0WMjqFQC6+/QVQVQDQjNvJBUQhjzf4Oo1tNaGnZ/QO2oOAoqT4c0NJ4aGNcg9p1sB9RxvwkKHYnHLgHFW4LkBEVQPT0Z
g4ZNkZ9IyC6wNfH6l2XIgxP9/GyxTEwB42yXcp+f6XtoOnAV38Af5XiNFXGSjHoCqIjqKZt4HfNBBdqw5RRDQzzcSEVYaY9e5ZgkM3Dw1vetEE6NdwZ5
0Adum+AjrGuANf/zMzrMvYSVrrMuhy63yQfg2P1RUHXbPD63NUozlidbhmxjoWMGEni9zknXzVDe+AjZ1xGDczTjXC/2aZx8296a+v4xscCj1hrhookJ
Xl885BTPkYwXjvAvWUdamsAqvrZCodrRX7Q7TQJxhGQab3vXEPF7qEN8z6PrnhW1RpjINEIFnhHNqCaiGZxEmFi4Jo7tcAgBYCrRmwtuFJyz5tG1HXjm
pZpzcqBBzs4xYrrcQUrrPV41zGs7ZI+Gp2QB2MQfkjKtYi5/DTBU9tIg3EG3upr5iYNc23fiCzC+tF2qPyfZCuRa2jHQAFm5rcBSchxBHf5KkIZWjSbI
/nHs+Jj0dj2yLN46z55zN5WfBkSB4SS/oRSyDIN1I9N4oveLO5nwa4FrKT/5E/PMSuvVDyiqXjui3+axI1OPLcEbb/uEOh/dQBtPBZ3pIBh3cvGJYgVp
71jtVa26fwWPlHS9mKZWavpkj8gUNh6Vk8CKDGMXacbysgnPqPXQF3bWEY+qMa6LgGJTReZFNxVFyfFT1vHmyAtRx4dtUn6Dwts0rSVuBbEdN1Y4bCew
zlpWDKeGztOhr237WSJEtPvKmZ4twXHjLc9o5cNtPwMyUe9AOP5d8HEQxwyC/Lfmwf6Ive3HAezmOIZNo0MqRheteKUDwtA65JQ1mV9dTdjN/LVmuhBX
2ZQZhVah0YisnQnKlEv+873m+qPnZwZxNQpeeB2o/faBQ+WNYbd5nvs+ID2/3muvSOPP8id82wnyprEJvn94CClXsb0TsCcLVlBMq3tVvTTA1lMMVrRQ
oH5ePmaXmzXWR/+4fxZGdjHaGGe0F3BsN/rQqwEmgnzY7Xe6uiJWN1+RCJRumMdNmOKHnv7JZ55wiVlvvx3QbyvIuBMF37L3wT0Hov4w+btPnFm33RYA
dwnzpQm5SupQSX2E3FeBkqidYNvj2ymQZDGNXrkmj0T4trY2Z3ulevOm8sf03+IW5n4KSdu50jJ76UA9eqfDE6vgSG2YCmK29KGcWiVu8Riy2Gbb3tB1
zCIjL4LeR+kF4dxrOgFrVOecWydiW5UIR+jQjt9Ixjd2PQMRrQo6a7qxv53z9yYHrk7bxsX5389PL5y4C623W67RogqtXuaR94fxxZknro2V1Tzy7tdn
ibdzolyBYQXuC3jE8v21LNEMMV+Q6TxdDsBRz8ogy7wjjBilzQ6USQM+clLAHktWzH8lB6wG/Y4u8KSJ0uUHMvhrPCQr6xqP2GAnqRUknBirH+pYXFR1
DP+YKHfKGgbaNVp+DVapTij4Dav5lazHJgdQ1baY0eYbaPuN2bbKww2ApGZ0r0GxOlJ/seCN4695k9UYfxqfVAePs8AWMrqzSK+Ehwdl9KQC1iBDbZnp
1BDUSzu6apPCeAsvC0GYWLAs5CCBapui6O66nxS5VKMbP/XI2crmTd1yjoXdji2tbQkf9A1v6ni7c622Fe6UKRw9UphUdWdGhXdptmqJnFlin4rxs4gy
9yldUR2Xoj9OMMNK6lXdCq1m85fApUvHYNffEqocAid8CY3UHT3QaGHWRqgqxn9NOCRYsX5jRbBesL2eiVujISx1cvsyHFbCuwaNaLqkceKE1iNBx4Lv
TIKxdIStlFpMFtaLFPzhHNdWMvmsooRQvrIu1XdPfE+TJStVwuhtzTZBxthmcJEFDVSuFFa5n+V9yphxPmQB7ZBZJ3dHmV8SvSlbS3SuwxR3DA5V0sew
yIEMY/2lDjs6AZFlHFw4HfaLpw98NfGLujwevvvp9z8GXKSCqLDOwys4g5xrzQFhjFG17XVjydzw2YjAgFIIkE041BDlQ1/3yrcvt3VDgqO0pl7bvuPL
xJjuo+pW4GFHoeG7OpkGu1AjYRTdZHlSPmE0Gg8FEzpve+ZNB7iLadbiCfXR/4OK0FSwzB9cOqn2q1vbHqhHIrePFODbvdXXD5MIfNoqchkKplnPHIge
vWOl4uKmYG3Qh/B+8EIhcpfIsBvFiSKb3zw/j8Dvw3m8RGvV3HQxPnK7wxq8QPSar0g1+p3B6QdO7cob1sKpiX0OzrM7xYB5Z1XhnCEvsGrR2jFeKv8S
RXW1sdUOy3COKJZ9SAVeVKEnqvdPni/N5t8/jgGU9VR1S87R4kRHh3XQdlRrNQQx7LmS4hosSwWkUXhmMKTvuuRUdW9NqyVWlN9ZJ+A9Pk9XOoa/Xuju
i1YUi5zL7GLOJDZKH1rkLJYuPtURFUsZAUItK8K5CoRuDDq3jfj5aAQf0SNYVsR8Ml4z95EoD6H9pboWsGLm776wF5OBAFwuBmIPpe16DXxZgWQ5oCYH
67aVVCpoNz9QEdk8lAw8VW9J341l4TEHp6QyFAWjXDNdVBjjfjulLRzDe2u6P/jsWoLXAVy1aFZFiRrVz139suNtd1TrupqxattxvyP34JrktxIzTF/h
S1flZ0WcWsphxsWGUgg6RbV1S7M00Fj0Ndsa0Yca1F4K0Q3xD+3iYyA1izhPQYkupuFQQKu6tnG3z0Qt7y5CYMP63T1dNKs0Thu6Qff5KAh+gQdQdRix
N6ZpuNtzbqCTkAKJX5e2bKMwGW3xRipSJfXjVxw43oHQuTnO9vY7CtmVu32Xvef0wxKy421lEy8R7ZZjYdbaD0Gld2CdhosFdsbomdDDaFHOBzVbCMG+
Bj+1V4FDIJjIewHPOjjcaDNmJI/G/fvXUUDrvLlzSdPqJZv97yE+J6QulVc9tcPpUiIE1dU230alBtJQv1hauhZhqVg0b8aKMYfJJT8F5fPgOMHBn8ND
SqLQFTEFr6iuIWtu+c0FDmob7oTGOJ3bh8nm5tHjYmu98mU7bgnzpBXIT19Xjnr1xw/vfhySaJMtn3xoMlAOJvjhHHOwR11VHIJkBS9k7JrOCHQV7ky9
7arQvMS2yK5Ysg1/42KdI+CRJNqllEHzfy6gRdZuFQTnXjoEYE9Zp8+ENbO8yJu+rkkt3EWhI5EbR3DXRsAwkcDCLDvcUfiRoK1tsaJ72QoUF4tugKAu
bDYBBC2NGI6wWcxC7q7XcNY2F1poh9TaqlyUawMdRruK/zR/aRma1axCxUDu83NtWTxYWqurhkbXpXRbvVWbqDWWdNR4LNbxI6bphbJOvOa2MoESZtah
/6B16Ff9MioCOq3K9M09vpNl6ZiD/+4x29YwqLtz68mFF2fwxUYRBNqsNFRG6gUJfZPiKLlsY10TPLB88vnJGkcAAvDCt6LZgOQQ271jEVVZhrGhVkvw
xZBD/D70zoqaAe3S1YIn3CsG07byjILdKDC7Mtc2lwz0fI174dCAYvZ3Khbp/Z2+6SzdI9B42skcQLbqjVaBbwlU1+iuYbu8X2Wda8EuzouBIPu80mms
isjX5yHEjicqbzFj9ohVZ1WVLZQvmQAH0J0jlnTr2puPwZjpazwVvO1ZrxApp7K+bo98syJoloKLR+bMTi+75JG+dIexjY+OTiGA7SgQcGFsZb4+tzNZ
1bHPsds6+ikPbsX1eGWYSmKl4k41WK5wN7CoY1PjupkamMPGtX+yNs6L7IOASjTvODk7t568Ft56jFWnOKXpmW7C4vno8eVIpILB0udQvQRgGknqQOgL
k8i9P3GKt/qb6HcS7fC+svws/TWc0bLqw11SypQDuqoQNbb9C95W6UNdXSZ5tZRlfD0P4ukaX+ktqlpZrTSL2W/GQSB8iEmgb7Us/qX0kKp9dJbG342r
Na0CocCq2x5EgYAcQYFyoqbOTh27nE0ao76wCrO1f4tmJBwMhKIUnk1RBtELO5Zql8IKBFweL2js6D7NguoVLKXgb9TzE7gC62f3uMK94Uklb+8xqNE/
Ki8Ihh/40zdgdCBp0sQw0lFzxqG+UD2HMxIQeDrRWMl8AcBBjRx34i0t2p2JY6QgotLWcYfVkYAcvW5sSpvKPF2uSy7pUvAmgy+5zPULyCA45bFd/4ju
pBVU3mN1R9RtjpNpipv7Hl3DvQJSBakbh4cenqQ6OkhxFPguzqpiQGA8Bgdbamx2aBxT1GpdBfUIWutvq7IimljFYHUUkJ0FBsUjeD1PIUfdpyBY51kj
zScquVraFy+7SxMU/KeyuM8qUD9UxeqzgdSl+t5iDfhnWN/JHO8jWXPIOt4diZarZWd94mE4DPTIxF+6l5c9+QjJWwiXg0deCB1J0UTeYtwiYQVdFPzc
hFBhJ4UTjVJY7yyIzekYI5SJTb2c7C57/xdZRIrEQbIAAA==
""")
}
