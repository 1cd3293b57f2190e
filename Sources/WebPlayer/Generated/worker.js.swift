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
const arrivalWindow=96;
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
this.arrivals=new Readiness(arrivalWindow);
this.ready={};
this.advancedAt=0;
this.soundIsClock=false;
this.edge=-Infinity;
this.delay=null;
this.restart();
}
restart(){
this.delay=null;
this.arrivals=new Readiness(arrivalWindow);
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
if(this.isRecent(media,at))this.arrivals.add(at - media);
}
isReady(kind,media,at){
if(this.isRecent(media,at))this.ready[kind].add(at - media - this.rewound);
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
get statistics(){
const{wanted,delay,arrivals}=this;
const base=arrivals.least;
return{delay:delay!==null&&base!==null?delay - base:0,error:delay!==null&&wanted!==null?delay - wanted:0};
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
get least(){return this.quantile(0);}
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
const decodedAt=this.now();
if(!this.stream.isJoining)this.clock.isReady("video",picture.timestamp,decodedAt);
this.waiting.push({picture,arrival,decodedAt});
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
if(chosen)this.show(chosen.picture,chosen.arrival,chosen.decodedAt);
if(this.mayDecode)this.events.mayDecode();
}
show(picture,arrival,decodedAt){
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
this.events.shown(arrival,decodedAt,now);
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
this.arrivalToDecoded=new Distribution();
this.arrivalToShown=new Distribution();
this.picture=new Picture(canvas,this.clock,session.now,{
shown:(arrival,decodedAt,now)=>{
this.arrivalToDecoded.add(decodedAt - arrival.arrivedAt);
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
waiting:video.waiting.length + video.inDecoder.size,...clock.statistics,
hasSound:this.hasSound,soundIsClock:clock.soundIsClock,soundLevel:audio.level,
interruptions:audio.interruptions,
arrivalToDecoded:this.arrivalToDecoded.summary,arrivalToShown:this.arrivalToShown.summary,
};
}
}
const gapReasons=Object.freeze([
"left out","latency","undecodable","publisher","not requested","reconnection","not named",
]);
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
if(state!==this.state)this.post({state});
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
this.post({tracks:sorted.map(({kind,codec,width,height,sampleRate})=>({kind,codec,width,height,sampleRate}))});
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
H4sIAAAAAAACA719a3fjNrLgd/0KWTfXS9qQWpIfcdOmdTqZ6Tu5k0my6cxk7zqaCS1CNqdlUkNS7XZk7W/fUw8ABZJy98zdsycnbRGPAlAoFAqFqsKi
yKu6XyUP65X+Mal1Fd+8Ph+Px+riYjoeq/NT+H16gf+eTsZjdTKF31NMn07HZ2M1wfITTJ9MxtMzhcW/PDkbzy97y02+qLMi7yebNCveFuVDUgeLIl9m
d5sygZxw28uWftJopfO7+v5qGpa63pR5P9+sVpe9BXb2Nqur2C9e6nSz0EFQ64+1un2qdRhfw+/+cR++RnXxri6z/C6YhqN1kr6rk7IOLtRgPAjVYBAa
yMXt3/Wi/ulpreN1Ulb6m7wOoLVRtcoWOhirs1BNbeksT/XHzoJn6rUs6LAbU504npzNuiq+VicnUDMSE3KDdeYG2OI+yXO9qjobFuBPTqLXoe34KfUn
WwYHbpDPz2LAcXwyeX4+cA37qKeP7aJI9SL69WF9moxOx6Mvtg7C7lflKivTzcj2N46/nF3Yz+fn6e6yt+NBrXSSxqfj8d/G47GdjFX6bfaQ1fHET19m
ZVX/KSnvsjy+kBkPmPau1uv4VKavivxO2yrn43adt8lqFU9s4q2+y/JvoUtTr3CVrXS+0NSr6bgB6GP2sHl4WyYPuopPx6/PL3uLVVJV/TdA97/TiyLN
8rstFS83i7oog8WqWLxXefGocq3T6vtNvd7U4bZX32fVCDNj/PeSUvLiMc6LR/PlqsTiN+c+Jlmd5XfxzZwTUuiBLmOaTmpBrqF4MODkdVHWsljBbbgU
wlosZoIz7pPqK323yeNlsqq06cp9sdJv6njM31n1M6R4ZbK81mW5WUNPKltypT/oFXwhneR6UQfQOYMh+D0DPFU6CGXn4Z+XeoRIHVXFJk/f1cV6rdOA
FweCxzKlrpBLhJc9vap0H3JGRf6gqyq503GwTZM62QGfwWZ0UqYBJIXQW1t5u2c2uru1fz5mo3VR1X+ixoNtVRfrqC43ekf9ljN8eCi/RlWd1PogjgeI
p3QQerk+8nwa2fWSNA2WQNGqLpPFe2LUB9SpUq+TUgeUwbzC9YUHbPi4tzpCr8R6U91TI3YKNw/rANFIv3jN9IH8zTqA/Mf7bKW7mvMxYOunGx2L6U83
fuWb8RxGVem8xgn4KXvQ4WyGCy5bBulGX+fFY/8YmZUdMPMk6H/s96W6z5Z1EIam9hXUHlq2Fi6KvM7yDUx++bT1JoD/Brl+7P8+h58pcpGv7zf5+2Bb
P611NHivnwaqzh6A1B7WEXahNQAFJGnykqdVkaQ76NJukdSLe25VkPoO//Mn1+DPJ0/eULGIT7ldJOnXjeM2vZvtBqjaohWlhVhKDnvbO6DCBoxcV2J8
HevM+2ouBP0o+Lcug22PuGFEa51XPxXn9a96uiyLMgrC+HrbXlY71ds11pvtkA4A17DD0mBG+CG2VZMuNtp883Cry++XX5sN11Tlb9VLdbUoM2StUQf6
qD8e9nc9b0RMAFtLbLZRWtCtPoge72IA4SgCmBmvT8LkbFSCYBTHQvIwFLdeJbmu4jdlmTyNlmXxEGxphUd/Sur70UOWB9NW4+FOBX9TWPUbEIdgGiQ8
nNS3qyKpT6YIOfBHE172oMujRbF++qkIsI7aOniKEBwNlifTISQn5UBgEAteujkmZpNVP+okfQoGSMti3SrH0Y77YnPt8xchabRKap0vnuQu5+8IDzrN
ksiBJdTt+O/oIVkHNJQwvsa/o9vNcqlL5k8H3q5EHBrFoEAM4jHJa50Cl4AdcdsSQ4JtlwD44lQhyyF0m51o16OGU71KnmjLwZ9xjAvo+flAIMZ84b7t
8eQtbVxJrUokQ1HJsJf6XuexxL8V/Lqx78mHMTVAwytBlKBdrH8cANz+sJ/U4RG0/Wqiz0PFE0RZOKDd3snEBlRVl7pe3EdjS0tWaqBluleaMhIXtAYI
Jemk1Cw8dW+nQuKikvTR2JQtrfj4t5QjBAGGggPnyTPyUFP8QYLquzo8KCs+8Xic8MsSKNFW8jEQoqiSq2goJHx7HktqSQ2jpO4fm4ZpCofe7JNwcjTR
569kMkytPZQVZanxmBs3Bcw/CNwTLlRSEyIHf988rAf9LBf15dJzqSMoOZshClke3SMaCkgNAmHWbjBN0ohE77U833inEBrJN9XXeCSRlLZ3ImXTBtYn
Bf/+cTzpmuAsD7xDnPIZpTv4WQmGpqUEnvtzlqfFYzyZXtj5L8vsQ7LiDDypueI/JGVdxdsPWaqLaDx6PVXIsuHnlztT8u9ZXeuSDoIn/kEQeEX3ubUs
ftM5Hx7PvKy/F1me5Xdc7W9nfsXbTVnVPySbSsd+tUrX9SrL70DQa56eccZQ5TAejc/cCJelru6xwuS0Vf6nYqXLJF9o/2CNef+5eViLRvBo+8MqebpN
Fu+RLvyjbZ2Ud9pSEX3F9MdKZY8A1x72eFYq3J9ht8xyXVWBN1mhrZukT/HWcNAk/QC9TsUhcy/F6vROx8Nv8mWWZ/WTFcRggxEnXE8kbp7mWqX/ha4T
ffnlBbmGTHX7C/y/GDtutUkeGLakkjutSv2Y5Wm47ZadzaxRqVlyp6Oxh8SkBqYLAPvDgEuNo+TOHu+wE1TguJ/c6fY4khoPn4A9ndrOkSjAjORHvdB5
7fJCbx5GcHB1HcFJNBLY+yxP1T8BE3F+A7XmDbCGfTJKbCs+lK0VrS2ODmgzPDxM6uvx4SEWvY4tcvpDx0QApq+n2H5ijrG/I6SeeD/1ANw7XfdJpAsE
HqSs1al9TSo+Rltsr3RS1bijYaZf1wE1EFBijG9Eb3ExjP6xSfIajvSOD1NOOJsBYNUcX2cNzOEac9mk20us1IBQRyOSYUMFn/1jydydWG/rQFlTUvA2
I70zMRj8gvYlq+psUVk9xpZwrhAnyiCRBFQPyU38sgoW60U+IUF5/phhTn+IMKKxosOoX5x60KxAqdF4R6ofXI4gJjQ67vd0nVSVxW3yMRgrIVi4NR22
V7lRrBBUK923iJCTJMFbKVMUJjDXLmXG46E/KJabLDvY8Ag7rj+ugyGN5JXcVEO7/EiKE4uaRs99Z70P/J7NHIMwOMIp8BgjV8TxYw+S2yrAYuG13W1f
WupMCyAW8gBx1jr5cNeuQMJgu/UrXw5gRG/dUcQ2bZLszA+tyKHsSnNJCB5PQiH2FLRvxJw7GCTPPMq7kdkqJCPZ9ar74vGNYbOgQYf+JA+eso9n3LaE
yrxwGLTQMRNyUTS2GrvrmGjZcuOwyQzSjYbGqQbzcerIKNePurI1ODGr/pNEvZnjJ7bvI97x3uC1lRX6wghXimHF2COuAEjI39TXQQu8lCgjIXmGgILI
6Hd3LMfZPcKX4arsNyu7w+8Y/mFq+pCsNnBZaBTaidTvvytKXBbulFpRChQntTLWN8AJ2A0Dmsf47QAH/KN/3J+E/26702zOHEF6dltYJ2UtldbUDmuJ
/c3NljHgQq/fo9FIQJhjehAk6jaMr2E934bdg5ekTbBu7OIQidyl/rA/ocWzXBVFif0/ahcLw7nZX3BrCMKtbMcOfxxeujn+oSzqYlGsfg8Lsa8/1jpP
qz5++bOew2l326s2a10Gv/50r/slLLr/UeFVatW/LXXyHnQn/TWDjPpfbKHWbvSrQQN8xvDPpTiOPSQr0J3pNAbdKAgnXqeCgS0w5GsWdzUrNbI/6Y+1
UcgONvVyeDFQ22VSJyu8E1HZXV6U+qvv/2SvSJgP5z4MUq2XQdi4xPuer6FOpuag89VTrWGR6AauECOGivEjxn/NIsn0I7b2u6RO/pLpR6rAqjfFH0+1
/n65rHQtEr6lifYWl5nxJZ5E5IxTPUtDXAfZ5PtsHSyKTV6bW/ZNXl+zqmcJV11l8egmJnAt9o9jLOzTMO4qnL7rbS4apAcDHt3p+s9ZXl8wgUMPJiGQ
4mZy/kL5ybmoMKUKJ9MXKpxMRYVTqnB+uqfCV9kd1Dk/FXUusE4m63yHGsqgWfWbdk2oWifvtcUun5XhtBS7kpR72TFd1eY2QfUzVlH4b/+4byrsemDA
QPXVilUydgYpoWP2WH5EUmTx1PaRb5q4K427JiLlUanXq2Shg1c3v2zG4/F4CH8mb+HfL9/ix+u381d3avDL5u3bt78beHdJrd7A2te5d77YR3a7XkHL
LnifF495vN05nGqd4zJ6p+vGxR9CM+UIAA0bac2gA7k2QnALOXDYcRVYGw4NgmorIIjh8zOm4B4Yxz6X6BoLloZdjusj0O/RUgLAfv+Y0yAV54fbHn7f
0Pecd8fLHv4dIQaFbo1KXcfjj2BoExrMdzDUTY5wh4syq7NFshpYBdlOcLafy6xucja4Y1SLZJ0ssvrJ53DQDi5wuj25AKI1BfcyPkH4fPEgio4qywJO
FbQsGN8FMxoWGFp1Lox0oBhpjn9NLsWqY/6zD4zhPl1wpk04J9O9cAxT6oJz2oRzftoJx2c4Sa0ogctKiBcNiHAJIyEyp9GcqrimBEEkRntHAxrRGZMb
D8djroBQJuGRRa4RUkauM5e7Hm/oVn/RwNlYue3l4mV2OXajELLFpl5exGj/FcbXvNGP6C+lGl6wOZl+hWTMfSNBRNDzDaZfX19PT5X5OTm3Py/o19wC
/GOWpzEv7mWp9W86YO3ehJV4U7qFP3GSyDswymhWYsOBaKxW2QcdTZTVjes0mqq7ItfR9OwMoFijuqx6h6L/d8mDNpKbkWvhzp/tL+Lp2dnh4au/3rwZ
/u9k+Nt4+PqX4d9G/2d+HPzyqpUWHn3xalTrqiaAvcPDA4RVrVdZHQxeDcJRVTzogMTr+Br+xHE8GA2en+3vEbEatpSrfire6zwOavgTxtev/nrzy8fp
ZPjLxy9/P99OFNhL7UyrVMigCo3TGpjq3evVqojGH8cT9ahXiwKObR/HUzJTqeD3iaLrufHH8am6S9bw40y91094yfuj/sdGVzUknqtSL3T2QZc/4h0N
pH2pekCfuvwa9k1IuVBrnJqP49dqXdCvhM9tOJmQcKvwtoSEOUhYsPZl/HGcqruiSG+fsKBWPaqKXV3SDTwN90e4IGkMt9rcwg3+rY6mapVVdXTqytOd
QaMCo+H87OzkXPHKiwDHjJSLk4uL8/GFkIyhm9+h6VoT1eOP4/F4Eg10ng6L5ZD6PVCYPI0GaZngSZNTTqJBqdMMrqAwZTIeR4O8qIewZofmwDBQPcyb
RINNXm3WazzdDD/ossqKnCtOo47zAGWdRANOGNZFMYS7Ic45BYj641ovalmLmjuL2hsiVJtCJ7P8Q7LKUh7gECieM7GXyaa+L8rsN51y6jQaLIvyNktT
nVMDU2igLFZ6CAOudPnBFj6PBmlWPWSgYeKkLwGli/IJ2eew1P/YZKXNvAA0rpKn4aoo1gT9BFqE0T4k+dOQyLPC4icwasipVsXjQBLTutTLZKGbO/bN
+OPFUo0/fnkC/5zCP1M1/niewj/wOYZf40SN1QT+n0uOQzz1D7AAA1yG7kIZznzAhykdz4C2K48oY1gZjESOABb3CEuri8lrsFClcqONAQL4DOFTsDPa
bMa0w1CxLK9qVFhhGrecLTmXOAqD5l0NhaeJEv2lUrLeYpXpvG5VBMqXFbmYrMky4rdkOHAQx5s81css12kXtFNldqXO6h5kuImoPgXwTDWnXFSee/Du
s6ouyk928aLZRa7nwSqTPC0e3iwWuqq+z1dPXYBeN7s2Dt1+z+WtsOC2ECK7H8CIMgALN963m7QEXFpdhCMQrbCYhOVBKgwkVODtgVbkd2p6SkRF4AAw
VHA/9jTwR3+ridmYrruhxr6kTonEqYqhdtFQYzWStE8aXGetl+qYj7PM09/rJ9bzIqsPR8ssT4MASoLQZDNuuBpmzOM4JsizGfFlN11dQ8GyajKmbiMI
MwCQm8ddw/En+T9oo7RKomYLvJHaNsafbqCBrx+9Hd8ZxrwwLF9IUCdTogC26+Dc1Eskdu8l0SG7hx2VJiF5KJPus7v7Tvy8XSV3zQ1arrlootKsWiRl
mtyuQFqALzIzzeqn6FTdlUm6SVbRBQg9xQdd6jSanHsSJe9E4I+RZs4948B97z1tdqrvdg70OqnvreLXtGPODEu8C3Vf/z45j+OYlfGi0OnR5Hx/F8Su
aY/PqIdxEPw+sfiIN4jCVtiZeffI2pbLDZReF4v7iIrjpIXKbD42FTRKSto8kzrPr9UDXvUNiPgfkpWf5bN/Pw/tub0kOqr0cOiwfqPBQDF3/o+S7sBA
x23sPAntPMCR7MT1GAsgZKOMsQKgPS5tTVXbIJ8hUV/l8Kwm04sQzF1ZVGwD8DvJUHBIttpJBETjmahybW8WkVE255CsDWODKqkQgn3Qy4CD3aXgnAu2
b0ar06/vk/JrOEiORiOuhHoj0DlynTuda7Yn7mrPM7glYugsx1jvLNH8onmkQV5Nzg8PYVDX8YR+XMUnDavrb/koeDL+0rkmlbrarOqYTgwRAVNoIkGm
x25cygMWSTx0NGM8j+Cyr6F3kzW98YbhS1RHPR09Zml9b0gFUcEZ9zq7u6+9nC7a49J4DkLzKEF1r8Tv52crDglibMERrl1d5HvarmH9obj8hSh+Joq/
vKbEeiC47eVQNdcDcq5Ycg5Hnpu8/ixyI+0zEBn+uoon5xYKHE27bLWx5E7Bdu6tU0nFrNwFEGSrrPO6fEJVTl0+jdjLxGhgnVI9ITVPGlh8sHcEoYDZ
tdELAPidhymkA+6QWq6Su+pl9tFadq5d3igQ4oBgKW9ZubUUSaBdO0oFcmBrR2GrfLyl5gy8vFBNrw8/d5Gs603ZUa3HHiHeYubfuFOqno+tu2T9yY3y
LlkPeNzeKEudVI2RozatY/RozNsYOk55I61rP8OWkR2aFCLZce5SED7YjcoSV5P86ur8NN9DVp3bDpRo4APF7i7WjgSxd88pdV0+vVnWguDkAiXkmSxk
Ch5yzyaOpbdmROfpQMGROBIiPvRzPpsNBsjoFbaPQmOAHT2chAdxPFauXzyByqh3QMrgGfAFhhfkBaq5R1zAMew+sdGz2qyN9TYD+xy0G1wx02DoA5VV
3+nHBioeilK/LVar4rEyOVPKMbq8m/nusrcsymCljXfw+BL/XtGVKf4+PrbdXvn7/IXrNkp5XRl4gt87HlTBSCqhFtT07EyslbbSOLw0CvoRD4b88vBa
n0ROlAqqHRvEfuYCIYZlbNPxTokY422RPlk0ELjm/RwWuexVj1m9uMe6UAEM7/BAZvS+RnPgy/GXoiQzf+vhJPdGWY50o8Z/rL0xyLKgUeaSginKEqT5
FTVY/cu1BOuQtQwpeWZDore7BuEus4869fBri6JFEmaEnz1fe8Ft984D6sW9rXeN6mDYkLyN5ULKhKJ+0apfNOvTdmUO2X5qklePeI6Vqbs2Tt/xuUk0
JDIG+85VHiSp3vcgiYyBKkwB0Uukhq/A5MxrYnfZS/Uy2awMvL4wzZImKT9kC9jDq9i6lXNKw6E8yT8klXJ+5fqDzmtroULZMf1xzpDAKWKuCwYPX1NS
MJimA7VNVuv7JELjKnQd/SzndGo3pj/7XNLBW610VutgzGa/0hLtnV0uzlW8JbO6yBqxK2s0F40V28NFY2Ut4cgECDAKJnFszspD0ElpDV4+Az5a6nEL
8LujDd9mXTTmGQU6a9l2njIW6zLL9oEwTIZAD8kTGUE1rYG6fa8NBaGlBVzAB2tKMSbIznSSfD/f1J57mDWQa9oahl1ujngBOlDcxMj5JVrgoU8VvN80
+uSKWx+4Olu8Z50YTeCWfoB4W2zqwFFWSJsx2S4z4F2x9JAUmh76jvCSVHc9avKldl7wqCPESHPqyx7IB4v7ogKzFlzve13Z7aQYnzX2xyLr15b7egvd
QKdi1mgek1p6IAgqpQXJ2t9K12asgXF0JkwocoKAiq8mYIESXvbQKtDtTzmwlC53eBHdI05qa+irP9YRYcTvYWjQpD/WHL5klQrX+WKVjlpT+AlSZdZC
zmY7tKnCRkLLhjjBQFb8aYiSPyUpG+smuyhDwQZHYqka2+VgL6Vbc3tiyJ65/TbNqvUqefoZtCCKP/6Amo9dzBCxM8zMUVtyEMey2vMzZ5LGxOUSHNzc
XWWv6mXPq+pXtPbnvKOM0jJ5/OYBJAkz1rEaq/0jCC973asRmS5N1wsLzbeJFntRkwp8lyiaIawVtOaCjbvddowKiHPnAfe7rKrL7HYD0pO/Ffu2zU1D
6f+uETTZPwse+GJb6ImyeXhIyicXTuOfMW2mGsawODaWH02L5k8bMzftmGezsYgtBEd8r4Ran40jZ888OgvV+vWZTHmNSa+9pNeheiiq2qVNyOfAmrsn
te6erLqok5XzSHQ27WtdvtNwBUII3azTpNYBFudt3nCApD48zIvHa2Ok1KguHGWwtjHXxQ9yMpauuYndJ6lr+K/rnvQM8BuSRPvdm29bJiXrKvpSrddV
dAGOSGBEosvotTMdyJMVWt4EmzyDqYY/N+P54clE3BXlyerPeVZX1g6aTawgDalwpY1F7HDijsZJTVbSIzwPf78MJhCcKqmv4/FlRx7TPOEYM29w/5nM
n5/F53Qu9gUw4oR2r+NxiN0h+aIuswew0cRqZHKrqDLsYdRTao53hs8FIi2wxX021VpmK7hHlKg0RRtq2zZgja6YJB/oPL3G1MNDGrfOU8QDXpSBgc7Q
ttxpY6zZS9E7WrzTdRWfTJxDF5x8a6CjuqLpr8gmM77udY6HSYU/4xgKHx6KUV7HeGyM4/i7N9+OqnU1O42moQtOJjoSepcwdAcTB9W6gtYHyYfFZDTo
HwPPqtZieBN1Gs5JcczR3/ywb5NzEfdtinHfRnXx5/Val18nsNOEIzweiFhw67JYZitd/ZzV91/fl8VDEt9MKMKdmkynanp6qk5P1cWJujhXk8kFqObV
5AT+f60mJ6dqcnImw9/x1vYu+03jeLYymh2qPrKaNR/e0MQlE3cprtbVzWR+2cPAbxvcJ0mixF5OkPrb3R9l+WK1SXVl8mBFcR0BCcUhTIzjk5Biy5EJ
v9dg86ctA2sU88Do36x4vBoYX8KfKwF+NplGFyEmHx+HXs1qkazQgamiAHdo+HZ1PpucR+enFCXE9YBFyjLVJTItfzguHZbJ/rxJuO19zniZQJ8WK6+l
PYo/KHZ4iH+upmfnVgcoau72Y5ONp1ASm5wfBbYgcETntrJGNhzLXC80FVrjxBa7HDDJ5nRNc6MLi7JYOwCzG9uUevHXPLoZo9g3tr64wBj+V2yJYPL8
bH9PZ9NoIsv9V+yoZQKZ4VEw7Q/FoJzGFCSzbQ9RFeG//SG1dRRA52/G82Mcxc1kHqoeSbDR5PzIYK8Fmar/F1efmuonc7oXMaatfwGzwfgAh5xV338A
k9388BD6QyI02DXgF7VpPzETbtBOLk69EpxmeTm3MYMi1nfPqcSbK8U4pODCSyo0of9ntNJ4hSF5C8AI4N/+MRr0HE5m+Be35VfTaAgfr6bhcX96dh7+
O1A5EBjWgyVnvHWF14HhdZ/nTmV3HPhSGUd1OsBP4COHh5h2PTk8PKCdEb9xb2wlTedhl1+VnbqGA1FSX18ctbyswHo/kIgmF5MxYfqSEIv/DofGXv34
OKRS+O/RtH8cBMIvwkj+19cnIBaH19fBl/2hFSq/DMPwcOJECz4e+C5eTd+tXW+D6iHo4W+6LDC0IgkT+Hl1Aihjx0VLupSAbBhLHR/bVqdHR5gEqDU+
uRuCFXaoLb/J2U8vvmj42P3MGhaOlCmzyDz/HMOTeAFUkmwFGqyv9LIo9btiWT8mpY6nzfxv8r8kEBvUnNH+Arqo7gCcvnr0s5SWnECdtC6vdpywk/8p
We8JqcjnY7AvceEdjcBVuTQMSPCjsOySvrR4ffkOtaXNOCYGBbZjDidvVu5gAyTDytV2dBPO7B/HHfqofw0rDV3ri6NroKMRSXBG8SzBxcAGzWvGtITL
8NqoCFGP0I5l8v8jZqYIndDP/PFSiRHdIoJVn2c6i7eK2Ee/Gvcyq77S92C5GYb7htXC8OHhgQ+rPdsTXyOCIIwRq7s24nNRB2k4zzhe2xy4QZLGtVzi
XoSQZpyZNo14Ac48pTFHepOK+l3YQZj949iLhOnTtAs76hC8ddpK0Ns3qJo0JkE4Au1kENL3bNbQyl6+oJw3LNTBhD3+esozzVORVWAJGFAnRiZWqguP
+qlAqG0t5OFhY1XRj/+50Rs8ocD+c9Xk4U4XTWqyvfFO24gfmmAmoxcmgB1RzXUEbSeNxK0M7rczUJ0w9kf99HmLCz1hcYX9UT+FXlhQbcPRdjOfgwbz
8YKRiJnUdbAnKKsb4ieivuLWxVFfyZoD+zvD4K/RINWrOvmXgsCC6UYzDCzsFc5tt4kNqzZcY+hxpyMIrBbIayFUfNgPcQ3AgQM+/Li5gtnzSR3K0AHW
ZXG4WJfis+s9e4I3LWLP7MZRe/dxP719WygmXGcPZH9sDBuxmcR7NpOYbw3eaxPQoNtmNObI664j6Dv8kP2m3xalMRTme0hDtmbzv467RafQD6J/n5Qp
JMM6WRlr1gH4EOlyWHGdwd7Qtc2YvLueN6xtRyAHJ5l5oXVZVSICtxqO01hid7oOWndeYWslpnqla72/pJSa4PKJGvOJLI5jKyu0AHHwLkdk3u2PiaXb
vG81gcU77zzsbmTDCZMTBuCkwZYObNcaNE/rGetRQI44HnxX1O+Mwx3azA+oEdgwzZwmafp76DocKcFmMRikYI+40QNlbwKpf+44wnXxZErtZtWfnW8f
7d7h1kc4SR1Nco3j2K886yZfOH5GvtAfeogXvoWBWzhhl2gsbpeMHy7fApXmAq5D2sPQtEwUe2XHbrFxn2zcEH/FbarZZ8FpBwMRByz5QBD6l7e8vTIV
AL4aN4R6SpzdzCO7taOiNic36ra874kB5imOavOgXP+qzUP/uN+1+atx+AnBsyGdmSMmuK+AYVErpKYXmrLTPqbSVUWeLXvNYrhIzH89sxf0O5GhLwMu
ZWLB+WEhf2IWl1JEBHFjGLRK0ha1txzzCuoB/TZjcv0zw4PbUbXF2+Y82nO3Ceyks68YvsKWhWjGLMBZMbu771iPLrC6apiu+fetfMuqelZEjSyjodiA
NP0idDomNzYR2JK3JnR51OK3hnMxv+02gunsg6lis1SPZPKIhaP4Omi8LNAtZYSzmTmxh1dimoJw2KBn1fPWQWQKl+QhaNJVTzC5KCAGF1+b0hAZONjK
IlhiJzHpQkV6L5UEewgq4Dj7zUZEHHAOQe+sxe6T6h1GDZVnOGfMXkmtiX3qA2t4731YMJDIBiJyECPvkZAu3QbNT/OsKXrS4MZEfM3y1Fgz1RAJXiRJ
HkITHHY8qIHmORjrGa1TnE09RMzeJ6eaow4G5G3xfc/j7/mZ8t0Ar4LWiEGIomcByMtiNrNapS4EVX5x1WxBHJt4NciAot48yOCzHiZGEIfWfXFEWhEB
h0b/MrSxIpmja3pyF4+3NZk7z26rZdBHw0MEoBdZHEMAEA476mQzQ6uhaKT5nIofSN90sKtJQYy+fok2RGOg1mKY3hjdFppUT/miX+XJurovWtHE2MZn
UeTAkX4qvloVt+bRkQzseV6t87vBrkPB5kTZ9iLyxR9/vXJc8/0hU4kNGV6NACm2ihHOjA8OeAtGg5/1LfjrLSryblhE3AU8N9ENkRwppii+EZIZlKR4
CzWjwy/FVmQ2lb8VK9S4Sf5SRtjkZE/2VD0T+YUyWyoiSvZ1RBC2lm0BLb5Uz1Bd5NGgkrEuo3ZEd8r/FqL9RzQxGPlf9bzg7JzlpaleU26IuqUJtj5S
vrAQdQkQpmhvJ6W9u2T9IzqgNCOU3PQG4D7SLzb1QA34pYaBGoD73qJAR+iBGqw3t6usutflQEE4kj5voxBwYwCu0EiHGHsEs+G0lA5Uby5sO+sfTZ34
1PnluKrxmSgLrhWpM9bGvfrNAi9lui2PjA+x3NTIYc+I57d4+Im35DA1VmgzGdid0wYEx8NC8xrC2M5baKVe66QWCeStHjs8kzlFGF9bAR1YJ0ux74yG
HUMSFlWLiRA47zRAoezIjSiMr9mnKY4lamfV5iGiwwIVH2Mr7N2RBjbOBynv+Osgjj0khhYRDVZksWx+eCNzhU1gdMQ1tUWTwQ1Ruq/LAp8hY/SK+aBo
PDxs1yPzoo45dUVocu0odh5B4L9dk009mFmLPkQABn0wxjEmBsUN7d3jfB5GN3OayGQd3CVrp+QlaqU43Ur0ds5hI6jTcLgzQ7xL1oyZ2YgMdsXxleHN
UN6AkmYPBPUZZz4/Y1EZisTHsc6RQq0HH/zmaJTZMrA513hUpZmFTc82p1zlYZ/PszC34C+Nn54CBWgY6xKpXsnVPnPpEGQbDLEa7c/sZ4Sgw8seDxNl
KNcnY5VFLke+ttXZUeNk3lmdssAe5MjwLYeHVMQ4kV5h81t/3bP1M8kfHUAE9kSDyofskOgxGXGZhL2u/F43gRz3J7mTu3gpWjHHjnTXw94QCHP17uZJ
VobQjSzMGl4cyclTLsgm1mXXxhZQnd5Q1vw4tjFRTM2dVWiiA88P8PDgl6dnY2nzBU90vis25UJDKOxyoTFyvAsfXkKo+Tx+9VeO4Jw+16sqjH559cur
4Oavr2b/Nj8OIUTbX2f/Nj8KZ1+8GumPesGwaPYZhrlMwyZ/ZE9L0+i20otNqcmJR92DbexgwG6L0QCizaE4B1YCm3LFlyObckWBo3781uu8uzVouCzB
Qr4Z3Nf1Ohoo/FvBj0f+t4oGc2eDtilXIxMOLOx6Z4AdcrBcUt9TBDrUQ7H9EhXAi03hzsh+Dp2PlzIWZNOgEuWePj83M7DPhC7Igh+MtF0jronEOb5B
Cw7w7jwH6IJJnkXteQ5ngYvAN/pl+Lf58fMvNzfj4es3w7fJcBmN5se/zMNgFkXBL+l2os52YTgLZtEvr4LRUeiIorbs7AAb7EDqjaoW9/qBSEBhIBvA
6zzGCu5ZGUBTTEVn9AfQUa+qAcQSfxhRicZMASQ4cEI+plBfumbn+ZlXE75fNJuE1xCq7qyVfDVpBekW7R8eHtCPFyabZu/XL7bwdxd9sSXQYs3Cs7Vu
Tnld6tt3xeK9rv/847dxkKRpCVrU+PrXL7b8wV2YAY0MosFjNdhFr165bGxOfHMTvxqcAc19X2bwxNHL8JE4BxH+7Wrj14bxjCHDyomjLDyxM0888d8J
uge9UFXDnT3oUOWjuZj2ZeshXUyeNF6/zZ/eGvX9a6uE/dpyXF/o5REoUlJb9U7xoGPOss9F4FcjlarF9Mc6ecAt2yBLV/aKqmUMU1rcuCdrknSV5Tpu
2NHwS1ixjzq0tkI1gefZhw2bzSW/G3wCht8wPSnaLMM0DAqGyIAeKMZCJFGz88RjGc1HtTtZrHX+T2DHjODkSMLtHoGsQJo3kgUC3zvCXoZiV8LPgaRz
uDzTeao6QPFdvEE939nZLGqlyUN0ntr7MBut8vAQks1nwzaFEkU3iLdRDY6c0MB1RQ/2DBqTCckDEPl2hCXfMkTAZ92KQaD3kIC47jYjN6+kePh1piio
YkHI1oDUV910rJ+OxeHTJQAY7KyHpJ2evHi88iC0ZsDvKys8BmFjkLzQfAMagRUkfYk1Z6OQcBhwQ+VXkkPNvFflgJ0pyQaPpkdHXuUwEpzvsusKc88C
MuzLsjefWZlxd64oGNRs5OJv8AQT0wvCIxhj2JgRADhQG3B6ijyQguBapGwPfNxZX5qRi0LJQYXNUdvL3AMuYXpsClw3t6h/ZcV0bwv7CEdI6WW2xEfb
9dDam6ImDN+Ln8gdEUM6fZstNdzvx+dj3TRQhSiUlbMvZeuLP+lWEHWnF4UK1liybL4fZ7VT3hN0+BJPma27zTQ7YXZC2/VAN/mDSXUQWuUA5jt4vUxs
HdyO0SngJ9DNnKXxoUQKmaUV+V2AoTM9C0i0PHcwrIMXlBxhcE0yeUTL9LF/EqcaEIB6oamEcq4JDlGtV6gs7P6Q2jHRIkyeDdzovEgwekMceNkeqON+
ExR6Qk99Aoq3BMkL/WB6+moKCi5Dfiohm8XWxNtfwsgIJ/r5WfgIYgoYjvuU+/xM3yPXgav4Fv4Yz3GsiJPktANARVTP2OvbyBYmnIgULBwN8XAjE0em
PXqT45LcwCEmQSACVdm3+bxBH/htgiezrQGeBs/P6Mz3Ela6jpqsNJbkA3BkfwxU2zaPz2+N0pxVzJYhSyx0zEACr8d56bYZypseIfs6YnCeYpzrxQGN
k2/1W1PfPyYWeNRaI1w0cSHyi8ecolaSYcUR/iXLTaGIq+IbEfBVxrixrj4JREvSabzt3UBc85ENZD6PbnoiNo9y8XeUCa+jmrFbVDMEi3IRf1203tEI
wtxUqjdX3Cg4js2jGxle56Wac3LuQc7OkXC6XFVK8a6tGeaNDExk4RlZADbxx6RMq5jL3wAMk710CPfQbS5yfuBQ3vIGfQGGodLd+0OSrUAUpR0DjaON
Sw0sJc9J1eOvBGkkajRB9o9jz/+lt+uR1fPWez6cu2l8SCDWDScFDZ2MMFq2jVzHF3a/uNcJP6y31vp9cOEec2m9LQJFzZtK9Ns9qeTqsZV64wWhsc1H
F9XGg0SnNorHvV68p4hI1nPXenyb7l/BUyhdj4uZlZo+yRG5ws7b8yIU8W9kkWbEMkl4TquGfrqzjqhbjXGdhxSBK3KPn5lYUZ4PtY2qRx6SNgpuk/Ib
FN6maStxG4jt6LjKYzuhOB6JSFUNlaNHX9v240eIaP/BNTtbiqPjC69t418uHxu5MK9deL5n8HEQxwyCfMvm4f64xO0nEGRzHKmn0SETiYxWvFHBYAAh
chi7mF9dXbAL/GvLdCF6tCszGYtCkwlZYhOUay75z/ea60+enxnE1SR84Q2i9gsPHpU3ht3mef5TevSMea+9Ip2vzR/xBSnIu47dEwOHh5ByFcudgL1s
sIJhWt2r6qUBth6cEDFRgfp5+bhdbtZYH/3j/uk4ksVoY5zRXsAR7OjDrgaYCPKvl6+BdcXlbr6VERrVLI+bMMXPSf2Tj0nhEhMvzB3QbxFK3Yv1L6yD
cM+BsEVM/v5DauKyWQDwlzDfWZAbp4311EfIfRPpidoJtz2+HAJJFtMUijzkLQnfYmvztleqN2/qa1z/Bbdw10NI2t6NkttLh+ZpPRuE2UR3asM0ELNl
AOXMKvGLx5DF9uRyQ7dBl5y8CKoao8qDc6/rBKxRm3MmTsRS+wdH6LGMUkmmJ7Keg4iX+p01/Qjn3vl7kwNXp23j/OxvZyfnXkyI1gs1N2h/hTYy82jw
h+n56UDdOJuseTR4WJ8mg50XpgvsGnBfwCNWEKx1iUaL+YLM+kk3D0c9kUF2fEcY8sre+huLAnzKpYA9liys/0LOYQ36nZzjSROly3dkHth4c1XXNR6x
warSKkg4MTY/zLG4qOoY/nGx/IwxCrTr1O8WrFGdUGAe1r8bWY9v/KGqNFix1hNol47ZUuXhh2kyM7rXhNkcqT9Z8NbzJb3NaoyyjU+agzdcKIWM7izS
K+HhwRhVmWA6yFBbVjLW5DDe4sP2iiwPOfih2Zgoar3tGUVktQjGTztWNmt5U7dcdWF/Y2tuKdODhuFNHW93vnW1wZYxlaPHD5Oq7syo8PJKKpPItSYO
qBg/t6jzgNINnXEp+uMFaay0XcetaHCSo4Q+JXoGvcGWUOWRNOFLWaTu6OFHgVmJUFOM/7rgTLBGg8YaYE1gewUTf0ZDWerk9mU4rCn3DR7RVsjixIsG
SKKNgO9NgrOEhM2TWkwW4qUN/vAOaCudfDAxSyjfWJ/a6yG+TMmSlSnhNLVuYyBjbTe4SEADJSuFi+5neZ8yZpwPWUA7ZPbJ3THmmURvxhYTXf0wxR+D
R5X0MSpyIMPYfpnjjU1AZDl3G06HHeLpHd8f/Gxua0ff//D770IuUkG0W+9BGZxBzhVzQBhjVG173Vhyl3ASERjeCgGyzYQZon7s214F8jbZNqQ4+mw6
aBtUfJoY031U3Qqo7KkwAl8L02AXZiSMotssT8onjI0zQFGETtgD91aFBgGtUYsnNEDPEipCU8FSfnjppcrXxLY9UIhEfh8pcLl/jW4fXFH4ZFfkMxRM
E883qB69z2Xi/aZwvd+HsINgDYrcJXLsxnCiSPKb5+cJ+IV4j7JYPZqfrqZHfndYZxeqXvN1rEa/MzjvwDnd+OYKnLqY7uDKuzMMmPdSE6Ya8kJRi9aO
82L5lyiqq42tdZ+Gk0Ox7EMq8KIK/WIH/+SJ0m33/eMYQIknsFuSjRUgOjpsg9GjIqshemHPjdzWYFkmPI7BM4MhDdclp5rLZVotsaH8zjoh7/F5urJv
E9iF7r/URTHWucwu5kxio/Rhhcxi6ePTHEqxlBMgzLIinJsA786Cctt4FwCN5CN63Eu8BEDWYu4GEuUhNHg0FwHiLYDdJ/ZiusWH68RQ7aG0Xa+BLxH7
lgN9chByqZYywcj54Y1I8lCyqDS9JQ03loVHKrySxjITrGDddFFhjGfulRY4hnfkbH/wObkELwC4atGsijI0Kpy7+iXjiHdU67qMEbVlPPPIP6om+Z3G
DNdX+LJV+bkUr5ZxqPGxYVSAXlFrgNIsDTQWfc62RvRhBrWXQmxD/MO6ADlIzSLeE1eqi2l4FNCqbo3K5Smo5f1FCGyYmzcLNc4Xtgn/ISwIvoGHTHP8
kFvR9Xi356RApx0DEr8upTRjcBdt8dYpMiXtM14cAt+D0Lkdzvb2OxqzK3n7vnrPeYdlYs//SpIrkemWY3HW1tSf0sXwMGHnH/0YCcaav2YzHdi34Kc1
0/cIABOZ1/OsgsONtQvG6W/cqH/efLfOkzuf9EQv2Y5+D3F5AXypvOmpDN5LiRDC1xpROyUZSDv9Yim0J0ooTSzvxYoxB+Ulw3/jROA5wcGfw0NKokAZ
MYXKqG4gay785kIPtQ13QmftLeaW9Z/cC/Rk2IpHyqT/lnIvcoGY9Hnlwl3TAJ/un73Zkeb5zZtjQRnFku3WG7fZHBKPhMEuTQiavHMBKzV2awE499Kb
I4nVTj8BgXxedU131KRWPt3acOXOV9u/mHerWq5F9omjeCRhW+Ehwn1JHYaPRT9iUBc2mwDClhoKR9gsJpC76zX8qd0tEhr/tHYLH+XWKobRbgJCzV9a
KW7BmdgxkPv8XAszA6E4umqoUf0ztdQw1S6MjRBQGu/Qeq6+NL1Q1gvg3D7PU8JMnLsPWudu0y93SqcDo07fPOATXEKxG/53T7rykG8urMVDDS/O4IuN
Igg0FGlobcy7E/b6wtMzSaNWF02wfAr4NRxPBgHwKhDhbWArj2XvWEo05lhsHdWSPTEGET89vRNhNKBd0ucPlK/Xd20bbyDYMELHcLm20+zTyzi+lr8B
xW3AVCyyWzB903G2R6DxwJF5gKT2i1ZBICScG3RRkF7pV1nnWpDFeTEQ5IBXOo3VEPn6bAzB5InKW8yYvVDNcdFkK+M/pcDpcedJDt0K7uY7M276Gq8Q
b3vigSPjSNW37ZE/UgTNUrTxyB2b6dGYPLI33TC26dHRCUS0nYQKbmlF5uszmcnahn2+1+L0ZZysDdfjlSEckFcmEFWD5Sp/A4s6NjWum5mBeWzc+gRb
i7hIyuIm0T0R5e3cdvJaeOsxVr3ilGZnugmL56PHNxKRiQ5LnyPzNIBrJKlDZW8pIv/Swive6m9in2CU8X51+UEHazgmZdW7+6TUKUd4NTFrpNEJXhHZ
c1VdJnm11GV8Mw/j6zU+AFxUtTEVaRaTz9FBZHwIG2CvkgT/MqpA0z46COPvxn2W1UJQpNVtDwI1QI6iyDlRU21mzkHeJo2BWViL2Nq/VTPgDcYqMTrH
piiD6IUdy7RLnv8hl8c7Ehnup1nQPLBldOyNekEC90797AFX+GD0qtJ3Dxjl6O/VIAxH7/gzcGBsZGlShjDSUXnFsb9QQ4YzEhJ4OnSIZNbBc5Qjz4V2
S4t25wIbGYioN/VcQG2wHk+1GrvSrjJPl++GSuoMvEzgeyZ3AwIyCE55LOsf0UWwgcp7rO2IuVDxMl1xd+Via/i3MKYgdePwcICHnY4OUqgDvg4TVRwI
DJngYcuMTUavcUVF6ybuRthaf1uTFdHEGgZrA3XsBBgUj+BhPoMcc6WBYL3HkCyfqPRqKe8+dpcuSvgPZfGQVaAPqIrVBwepS/u8xRrwz6i+1zleCbLy
jtWsOxItV8vO+sTDcBjohYi/bC8ve/ojJG8hog2eSiGWJAX8eIuhhZSIwqj4/Qll4lAqLzylEg8vqM3JFEOWqU29vNhd9v4vhmZaJv6wAAA=
""")
}
