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
H4sIAAAAAAACA719a3fjNrLgd/0KmTfjJW1IpuRHu2lTOp1M+k5mknS2nZnsXbcmoUXI5rRMakiqbUfW/vY99cCLpNw9c/fsyUlbxKMAFAqFQqGqMC/y
qu5Xyf1qKd8ntazi69dnYRiK8/NxGIqzE/h9co7/nozCUByP4fcY08fj8DQUIyw/wvTRKByfCiz+6vg0nF30Fut8XmdF3k/WaVa8Lcr7pPbnRb7Ibtdl
AjnBppct3KThUua39d3lOChlvS7zfr5eLi96c+zsTVZXsVu8lOl6Ln2/lo+1uHmqZRBP4Hf/sA9fw7q4qsssv/XHwXCVpFd1Utb+ufBCLxCeFyjIxc0/
5Lz++Wkl41VSVvK7vPahtWG1zObSD8VpIMa6dJan8rGz4Kl4bRc02I2pThyPTqddFV+L42OoGVkTco11ZgrY/C7Jc7msOhu2wB8fR68D3fET6k+28PfM
IJ+frQHH8fHo+XnPNOyinj428yKV8+i3+9VJMjwJh19tDITtb8JUFqqbke5vHL+anuvP5+fx9qK35UEtZZLGJ2H4axiGejKW6ffZfVbHIzd9kZVV/UNS
3mZ5fG5n3GPaVS1X8YmdvizyW6mrnIXtOm+T5TIe6cQbeZvl30OXxk7hKlvKfC6pV+OwAegxu1/fvy2Te1nFJ+Hrs4vefJlUVf8N0P0f5bxIs/x2Q8XL
9bwuSn++LOYfRV48iFzKtHq3rlfrOtj06rusGmJmjP9eUEpePMR58aC+TJXY+s25D0lWZ/ltfD3jhBR6IMuYppNasNdQ7HmcvCrK2i5WcBsmhbAWWzPB
GXdJ9bW8XefxIllWUnXlrljKN3Uc8ndW/QIpTpksr2VZrlfQk0qXXMpPcglfSCe5nNc+dE5hCH5PAU+V9AO78/DPSz1CpA6rYp2nV3WxWsnU58WB4LFM
KSvkEsFFTy4r2YecYZHfy6pKbmXsb9KkTrbAZ7AZmZSpD0kB9FZX3uyYje5u7Z6P6XBVVPUP1Li/qepiFdXlWm6p3/YM7+/bX8OqTmq5F8ce4in1AifX
RZ5LI9tekqb+Aiha1GUy/0iMeo86VcpVUkqfMphXmL7wgBUfd1ZH4JRYras7akRP4fp+5SMa6RevmT6Qv1oHkP9wly1lV3MuBnT9dC1ja/rTtVv5OpzB
qCqZ1zgBP2f3MphOccFlCz9dy0lePPQPkVnpATNPgv7Hbl+qu2xR+0Ggal9C7YFma8G8yOssX8Pkl08bZwL4r5/Lh/63OfxMkYt8c7fOP/qb+mklI++j
fPJEnd0Dqd2vIuxCawACSFLlJU/LIkm30KXtPKnnd9yqRepb/M+dXIU/lzx5Q8UiLuV2kaRbN47b9K62G6BqjVaUFmJbctjZ3h4VVmDsdWWNr2OdOV/N
hSAfLP4tS3/TI24Y0Vrn1U/Fef2LnizLooz8IJ5s2stqK3rbxnrTHZI+4Bp2WBrMED+sbVWlWxttvr6/keW7xTdqw1VV+Vv0UlnNywxZa9SBPuqPg/1t
zxkRE8BGE5tulBZ0qw9Wj7cxgDAUAcyM1ydhcjosQTCKY0vyUBS3Wia5rOI3ZZk8DRdlce9vaIVHPyT13fA+y/1xq/FgK/xfBVb9DsQhmAYbHk7q22WR
1MdjhOy7owkuetDl4bxYPf1c+FhHbAw8QQiOvMXxeADJSelZGMSCF2aOidlk1XuZpE++h7RsrVthONph39pc+/xFSBouk1rm8yd7l3N3hHuZZklkwBLq
tvx3eJ+sfBpKEE/w7/BmvVjIkvnTnrMrEYdGMci3BvGQ5LVMgUvAjrhpiSH+pksAfHGqkOUQutVOtO1Rw6lcJk+05eDPOMYF9Py8ZyFGfeG+7fDkDW1c
SS1KJEOrkmIv9Z3MYxv/WvDrxr4jH8bUAA2vBFGCdrH+oQ9w+4N+UgcH0PbRSJ4FgieIsnBA252TiQ2Iqi5lPb+LQk1LWmqgZbpTmlISF7QGCCXppJQs
PHVvp5bERSXpo7Epa1px8a8pxxIEGAoOnCdPyUNN8QcJqm/q8KC0+MTjMcIvS6BEW8mjb4miwl5FA0vC1+expLapYZjU/UPVME3hwJl9Ek4ORvLsyE6G
qdWHsqIsJR5z46aA+ScL94QLkdSESO8f6/uV189yq7699EzqEEpOp4hClkd3iIYWpAaBMGtXmCZpxEbvxD7fOKcQGsl31Td4JLEpbedE2k0rWJ8V/PuH
8ahrgrPcdw5xwmWU5uCnJRialhJ47i9ZnhYP8Wh8rue/LLNPyfJqleTx6NdT9yCHdX5KyrqKN5+yVBZROHw9Fsi34eerrSr5j6yuZUmnwWMXCDCM7sNr
Wfwucz5BnjpZ/yiyPMtvuVqzWzfrsqp/StaVjN1qlazrZZbfgrTXPELjtKHeIRyGp2aEi1JWd1hhdNIq/3OxlGWSz6V7usa8P6/vV1YjeL79aZk83STz
j0gc7vm2TspbqUmJvmL6o0WzB4CrT3w8NRVu0t8m5TKTlRHccG7ijWKcSfoJ+plaZ8udhCrTWxkPvssXWZ7VT1r+gn3FOtg6knDzENcq/UWdJRqCEiAB
ZLmsKt+iy4Apa3eB/xejxT01yX3Ff0RyK0UpH7I8DTbdQrKaGSo1TW5lFDpoS2rgrgCwP/C5VBglt/och52gAof95Fa2x5HUeMoENMpUd472fOYY7+Vc
5rXJCxzMD+GEajpCnHXbU9LWxyxPhQt2bxdc90AHC9gZYd9GCnJvKHLJZz7dn6VMqno6hbzg0OYQgaGJa+jWDLuO5VSP3Q5ttEiuUb5Hm+j+flJPwv19
LDqJNa77A8N3AKar39h8hmSwa0Mkxng3MQLcW1n3SRT0ramyZbROrW1S8fHbRRbiEjPdugaogoCSZnxt9RbX1vCf6ySvQRVgWDflBNMpABbN8XXWwByu
MbObNHuQljYQ6nBIsm8g4LPvzrY+Dug6UFaVtNihkvo1ZSn8ohJBKz82iAmhUBdtEHdbEmt1Yy6VYBH+mmIWUAgkRiFpd3AhgiSgm6F5VWD51JRUlUZD
8uiHwpIdzGoO2utb6U4IqhbgW/TCSTZt6vVoFSYwE5MypZSI/qDkrbL6A6bR4AA7Lh9X/oBGcmRvmYFeKSSoWeuPRs99Z9UO/J5ODWNQOMIjv8swqDCO
H3uQ3FQ+Fgsmei99aVWyxh0kPx4gKsw7OXDXfkDyXrv1S3eXZ0RvzGlDN62S9MwPtEAh9KIwSQgeDzsB9hQUbNi7Ll7GM48ibaQ2CXvNb3vVXfHwRnFE
UJJDf5J7R5/HM65bQn1dMPBb6JhaUk8UaqXcJCZa1owzaK7bdC2hcarBLJc6Mszlg6x0DU7Mqj+TIDc1S1/3fch73Ru8mdIiXRDhSlFcE3vEFQAJ+Zt6
4rfA2/JiZMmVAaAgUircLUtpmp27ElqV/a7Fc/gdwz9MTZ+S5RruA5XOOrFV+FdFicvCHEQrSoHipDnG+go4AbtmQLMYvw1g3kYBLaPgD7o7zebUKaOn
OfgqKZ2dndphRbC7D1m7P4ELnH4Ph0MLwgzTfT8RN0E8gfV8E3QP3iZtgnWtF4eVyF3qD/ojWjyLZVGU2P+DdrEgmNmzp4RLd/IUbm/koiiVbntdljKv
44akW2Ug0DsSoZ4iQRuAeybEChPrpPRCY0rT9VLTSOBbt6CLJk4VRDZqI8T9ytwB4GejIvVI2EDM/ksVYt0pYjgseRgE/1QWdTEvlt8CD+vLx1rmadXH
LxfnOegCNr1qvZKl/9vPd7JfAr/6HxVeNFf9m1ImH0Gz1F8xyKj/1QZqbYe/KQqCzxj+ubAOq/fJEjSLMo1BcwwimNMp39MFBnwJZS6ubX31z/KxVupq
b10vBuee2CySOlnijZHIbvOilF+/+0FfIPEWlrsw6OKh9IPGFec7vqQ7HqsT4NdPtQT+Ihu4QoxouoGPGP9V/CWTD9jaH5M6+VsmH6gCKyYFfzzV8t1i
UcnaSvie1ojDlxS5LJBa7EVJ9fTy4zq4w3zMVv68WOe1skFY5/WEFWELkNnL4sFMjG9a7B/GWNhd/rghc/q2tz73g42dDQMe3sr6r1lenzNvgB6MguBi
21uPzl4oPzqzKoypwvH4hQrHY6vCCVU4O9lR4evsFuqcnVh1zrFOZtf5EfW3frPqd+2aULVOPkqNXVYiwBEzNiUp96Jjuqr1TYLKeawi8N/+YV9V2PbA
vIPqiyUrrPQMLvnE1Zo9PoogKbIQrvvI93BalHZu4oiUh6VcLZO59I+uP6zDMAwH8Gf0Fv599RY/Xr+dHd0K78P67du3f/Scm7ZWb2Dty9w5Re0iu22v
oGXnf8yLhzzebA1OpcxxGV3JunEtitBUOQJAw0ZaU+hAhosQzEL2DXZMBb4rgAZB8ecTxOD5GVNQfIhjl0t0jQVLw+7D9RHoO7QjAbDvHnIapOD8YNPD
72v6nvlqh8C/Q8SgpXmkUpM4fAQzpEBhvoOhrnOEO5iXWZ3Nk6Wn1Ydbi7P9UmZ1k7PBDayYJ6tkntVPLoeDdnCB093SORCtKriT8VmEz9cyVtFhpVnA
iYCWLcZ3zoyGZa1WnXMlWKlt1fCv0YW16pj/7AKjuE8XnHETzvF4JxzFlLrgnDThnJ10wnEZTlILSuCyNsTzBkS4orIhMqeRnCq4pg2CSIz2jgY0ojMm
Nx6Ow1wBoUzCQ41cJd8NTWcutj3e0LVE18BZKMz2cv4yuwzNKCzZYl0vzmO0jgviCW/0Q/pLqYoXrI/HXyMZc99IELHo+RrTJ5PJ+ESon6Mz/fOcfs00
wL9keRrz4l6UUv4ufVaJjljzOSYbhWMjiVyByUqzEmtEolAss08yGgl9cyDTaCxui1xG49NTgKJNDrPqCk9NPyb3Uklu6kgAFhFsnRKPT0/394/+fv1m
8L+Twe/h4PWHwa/D/zM79D8ctdKCg6+OhjUoehFgb39/D2FVq2VW+96RFwyr4l76dDKJJ/AnjmNv6D0/699DYjVsR1j9XHyUeezX8CeIJ0d/v/7wOB4N
Pjy++na2GQmwJtuqVqmQQhWa7jUw1buTy2URhY/hSDzI5byAE+9jOCYjngp+Hwu6vAwfwxNxm6zgx6n4KJ/wCvy9/OdagpboMTwTpZzL7JMs3+MNFqS9
Ej2gT1l+A/smpJyLFU7NY/harAr6lfCRFycTEm4E3iWRMAcJc9IYwM9U3BZFevOEBaXoUVXs6oLsE2i47+H6qDHcan0D9g03MhqLZVbV0YkpT5cpjQqM
hrPT0+MzwSsvAhwzUs6Pz8/PwnNLMoZu/oiGfU1Uh49hGI4iT+bpoFgMqN+ewORx5KVlgod0TjmOvFKmGVzQYcooDCMvL+oBrNmBOjB4ood5o8hb59V6
tcKD4eCTLKusyLniOOo4D1DWceRxwqAuigHcnHHOCUCUjys5r+1a1Nxp1N4QodoYOpnln5JllvIAB0DxnIm9TNb1XVFmv8uUU8eRtyjKmyxNZU4NjKGB
sljKAQy4kuUnXfgs8tKsus9AOcdJrwCl8/IJ2eeglP9cZ6XOPAc0LpOnwbIoVgT9GFqE0d4n+dOAyLPC4scwasiplsWDZxPTqpSLZC6bO/Z1+Hi+EOHj
q2P45wT+GYvw8SyFf+AzhF9hIkIxgv9nNschnvonWIA+LkNz3Q5nPuDDlI5nQN2VB5QxtAxGIocPi3uIpcX56DXY71K54VoBAXwG8GmxM9psQtphqFiW
VzXq+jCNW84WnEschUHzrobC00hY/aVSdr35MoOjdrMiUL5dkYvZNVlG/J7MKvbieJ2ncpHlMu2CdiLUrtRZ3YEMVyvV5wCeiuaUW5VnDry7rKqL8rNd
PG92kes5sMokT4v7N/O5rKp3+fKpC9DrZtfCwOz3XF4LC2YLIbL7CUxMfbD/4327SUvApcV5MATRCovZsBxIhYKEyqEd0Ir8VoxPiKgIHACGCubHjgb+
4m41MZsadjfU2JfECZE4VVHUbjXUWI0k7ZPy29gypjLm4yzz9I/yiVXkyOqD4SLLU9+HkiA06YxrroYZsziOCfJ0SnzZTFfXULCsGIXUbQShBgByc9g1
HHeS/5M2Sq0karbAG6luI/x8Aw18vXd2fGM29MKwXCFBHI+JAtjqhXNTJ5HYvZNEh+wedtQ2mMkDO+kuu73rxM/bZXLb3KDtNReNRJpV86RMk5slSAvw
RUa4Wf0UnYjbMknXyTI6B6Gn+CRLmUajM0ei5J0IvFXSzDiv7JnvnafNTvXd1oBeJfWd1pmrdtSZYYE3vubrD6OzOI75HsMqdHIwOtvdBWvX1Mdn1MMY
CG6fWHzEe1LLktoYwffIFpnLeUKuivldRMVx0gKhNh+dCholYVuEkzrPrdUDXvUdiPifkqWb5bJ/Nw+t3Z0kOqr0cOiwfiPPE8yd/7Ok60NQCSsrWEI7
D3Bod2ISYgGErJQxWgDUx6WNqqob5DMk6qsMnsVofB6AMTCLim0AbicZCg5JVzuOgGgcA16u7cwiMsrmHJItZqxQZSuEYB90MuBgd2Fxzjlbf6NN7jd3
SfkNHCSHwyFXQr0R6By5zq3MJVtbd7XnmCMTMXSWY6x3lmh+0TzSIC9HZ/v7MKhJPKIfl/Fxwyb9ez4KHoevjONWKav1so7pxBARMIFGJWSYbcYlHGCR
jYeOZpRfFtyTNvRudk1nvEHwEtVRT4cPWVrfKVJBVHDGncxu72onp4v2uDSeg9BuzKK6I+v387MWhyxibMGxHN+6yPekXUN7i3H5c6v4qVX85TVlrQeC
214OVXM9IOeKbc5hyHOd119EbqR9BiLDX5fx6ExDgaNplyU7ltwK2M6ddWpTMSt3AQRZcsu8Lp9QlVOXT0P2wVEaWKNUT0jNk/oaH+w7Qihgdq30AgB+
62AK6YA7JBbL5LZ6mX20lp1plzcKhOgRLOEsK7OWIhto145SgRzY2lHYZwEv+DkDLy9E0yfGzZ0nq3pddlTrsb+Ms5j5N+6Uoudi6zZZfXajvE1WHo/b
GWUpk6oxctSmdYweTZ0bQ8cpb6R17WfYMrJDlUIkG+YmBeGDVa1d4nKUX16eneQ7yKpz24ESDXyg2N3F2pEgdu45pazLpzeL2iI4e4ES8lQWMgUHuacj
w9JbMyLz1BNwJI4sER/6OZtOPQ8ZvcD2UWj0saP7o2AvjkNh+sUTKJR6B6QMngFXYHhBXqCaO8QFHMP2Mxs9q83aWG8zsC9Bu8IVMw2G7oms+lE+NFBx
X5TybbFcFg+VyhlTjtLlXc+2F71FUfpLqXynwwv8e0lXpvj78NC663f2+XPTbZTyujLwBL9zPKiCsamEWhDj01NrrbSVxsGFUtAPeTDktYjX+iRyolRQ
bdlu+AsXCDEsZbmPd0rEGG+K9EmjgcA17+ewyEWvesjq+R3WhQpgXogHMqX3VZoDV46/sEoy89f+X/beaJcj3ajyrmtvDHZZ0ChzSYsp2iVI82vVYPUv
17JYh11LkZJjcWX1dtsg3EX2KFMHv7ooGnNhRvDF87UT3GbnPKBe3Nl6V6gOhg3J2VjObZnQql+06hfN+rRdqUO2m5rk1QOeY+3UbRunV3xushqyMrxd
5yoHkq3edyBZGZ4oVAGrl0gNX4O1ntPE9qKXykWyXip4fcuqzTZJ+Smbwx5exdrpnlMa7vZJ/imphPG6l59kXmsLFcqO6Y9xFQVOEXNdMHj4hpJ8b5x6
YpMsV3dJhHZp6Fj7Ra771G5Mf3Y57IMvX2lM/cEOUH+lJVp1m1ycq3hDFomRtvMS2t4wCgWbEkah0EaEZAIEGAVrQrYE5iHIpNQGL18AH40cuQX43dGG
a+hvNebYUxpD43YeGfO7vTI2lcrIDAyB7pMnMoJqWgN1e6YrCkJLC7iA91eUokyubRvDpilm0OXoiZecnmAwwy6Hz8Cdet5UGg1r5786m39kdRfNzYZ+
gORarGvfEE1A+yxZdDO4bbFwxh+ojrkRAGwq3PaoyZfaecGVkPBhG5lf9GDrn98VFVis4FLe6cOvtz/lrMeOaGQT3PLbb2EZSNCaLOL4SW27UFgESGuN
FbuVrNVYfeXhTZgQ5GsCFY9GYFwSXPTQ4M9sPTlwi644AFZYkziptfmzfKwjwojbw0ChST7WHLdlmVoxA4plOmxN4WcolLkGedlt0VwKGwk0h+EEBVnw
p1oDxo1bL6/AYmhDa9EpA+6OdUR0SQzV8TTYpFm1WiZPv4AWQ/DHn1BzsY0ZDnaBmTFqO/bi2K72/MyZpPEwuQQHN2dT2al60XOquhWN8Sqx/2FaJg/f
3YMkoEYYilDsHkFw0etecsg0aU5eWE2uObi1lzSn2vUDo3nBWj7PAFuzm00U1QZnxqHvj1lVl9nNGmSeboPjbsvw/67VNxl8W+ztxbaAyVfr+/ukfDLm
wf+KLTfVUIbksbLXaJpwf956u2m4PZ2GVrwkOJg7JcTqNIy0/Xo4PA3E6vWpnfIak147Sa8DcV9UtUkbkZOFtu9Patk9WXVRJ0vjYGmM+FeyvJJwcUEI
Xa/SpJY+Fjcm4Vxpfz8vHibKtKhR3fIMwtrKyBY/yHHaNi1PtKsQdQ3/Nd2zXSHchmyi/fHN9y1DkFUVvRKrVRWdi1SiDagso9fmwj9Plmgv46/zDKYa
/lyHs/3jkXXDkyfLv+ZZXWnrZTaMgjSkQtjDyI51MDIH2qQm2+YhnmLfLfwRBNxK6kkcXnTkMc0TjjHzGreW0ez52foczyyWD6aX0O4kDgPsDgkMdZnd
g2UlViNDWUGVYXuinlJzzPS/FIhtN23dQlOtRbaE2z8blapoQ9naBizR65S2fpmnE0zd36dxyzxFPOD1FpjVDHTLnZbBAOyieSC4knUVH4+MBxucV2ug
o7qi6a/IkjKe9DrHw6TCn3EMhff3rVFOYjzsxXH845vvh9Wqmp5E48AEXLM6EjhXJ3RzEvvVqoLWveTTfDT0+ofAs6qVNbyROAlmpO7liHZuKLvRmRXL
boyx7IZ18dfVSpbfJLC/BEMU6q34dquyWGRLWf2S1Xff3JXFfRJfjyhqnxiNx2J8ciJOTsT5sTg/E6PROSjUxegY/n8tRscnYnR8aof04w3tKvtd4ng2
doQ+VFhkNesrnKFZV0PcpbhaVdej2UUPg9mtcXckYRF7OULqb3d/mOXz5TqVlcqDFcV1LEgo6WBiHB8HFC+PDO+dBps/dRlYo5gHpvpqxaNCP7yAP5cW
+OloHJ0HmHx4GDg1q3myRI+tioL2obna5dl0dBadnVDkE9MDlhbLVJbItNzhmHRYJrvzRsGm9yXjZQJ9mi+dlnao66DY/j7+uRyfnmnNnVVzuxubbPKE
8tfo7MDXBYEjGmeTFbLh2M51wm2hDU2ssctBoHRO1zQ3ujAvi5UBML3WTYkXf82i6xCFvVD7CQNj+F+xJoLR87P+PZ6Oo5Fd7r9iQy0jyAwO/HF/YA3K
6DlBMtv0EFUR/tsfUFsHPnT+Opwd4iiuR7NA9EhujUZnBwp7LchU/b+4+lhVP57RbYYySP0bGPvFezjkrHr3CQxt8/196A8JzmCNgF/Upv7ETLj3Oj4/
cUpwmubl3MYUimhnRaPIbq4U5UaCCw88us7/NV0yXjzYvAVg+PBv/xDNcPZHU/yL2/LROBrAx9E4OOyPT8+CPwCVk9M/epOF2j3Z8hVQvO7LnKD0jgNf
IuNIVXv4CXxkfx/TJqP9/T3aGfEb98ZW0ngWdHlD6alruP0k9eT8oOUbBTb3vo1ocgwJCdMXhFj8dzBQVuaHhwGVwn8Pxv1D37e8GZTkP5kcg1gcTCb+
q/5AC5WvgiDYHxnRgo8HrmNW0+Nq21ujUgd6+LssCwwXScIEfl4eA8rYU1OTLiUgG8ZSh4e61fHBASYBapUT8ppgBR3Kxu9y9q6Lzxuecb+w8oSjf9pZ
ZFR/htFWnHgwSbYEvdPX6MN4VSzqh6SU8biZ/13+twTinaoz2t9Au9QdVNRVan6RqpETqJPax1ePE3byH5LVjjCRfCoGqxATslIJXJVJw2AJ7y17LNt5
GC8dr1DH2QzSolCgO2Zw8mZpDjZAMqwSbYdu4cz+Ydyhavr3sNLQkL44ugY6GtERpxSjExwDdCDAZpxOuMKulfYPtQftsC3/P+KAWrEi+pk7XioxpLs/
sMVzDF7xLhD76FbjXmbV1/IO7C2DYNewWhje399zYbVne+TqQRCEMj01lz18LuogDePPxmubI1XYpDGxl7gTvaQZUqdNI07QNkcLzNHrbPX6NuggzP5h
7ET3dGnahFI1CN4YRSRo2xtUTRoTPxiC4tEP6Hs6bShcL15QqSsWamDCHj8Z80zzVGQV2O/51Imhiv9qQr5+LrhrW+O4v99YVfTjf67lGk8osP9cNnm4
UTOTcmxnDNc24gcx1xm+MAHsPmoUqFsdXNNvakQRzFZBNcLYX+TTly0u9F/FFfYX+RQ4oU6lDrHbzXz2GszHib5izaSs/R2BZs0QPxPJFrcujmRLNhjY
3ykGtI28VC7r5N8KbAsGF83QtrBXGGfbJja02nCF4dSNjsDXWiCnhUDwYT/ANQAHDvhwQ0dZzJ5P6lCGDrAmi0PgmhSXXe/YE5xpsfbMbhy1dx/z09m3
LcWE6eye3R8dtMfaTOIdm0nMNwQfpQpD0G3pGXM0edMR9Pi9z36Xb4tSmffy7aEiW7X5T+Ju0SlwHwa4S8oUkmGdLJUNqgeeP7IcVFzH2xmOtxlneNtz
hrXpCL9gJDMnXDCrSqxgtIrjNJbYraz91nVW0FqJqVzKWu4uaUtNcK9EjblEFsexlhVagDiwmCEy56ZHxQdu3u6oYOmdNx16N9Ihksl1AnDSYEt7umsN
mqf1jPUojEYcez8W9ZVyk0NLd48agQ1TzWmSpt9C1+FICZaGvpeCFeFaekJf8lH/gotGDAA8mVK7WfVX45FHu3ewcRFOUkeTXOM4ditPu8kXjp+RK/QH
DuItj0DfLJygSzS27pSU96zgIalrtw5pD8PtMlHslB27xcZdsnFD/LUuStU+C642GFzZZ8kHAuu/vOXtlKkA8GXYEOopcXo9i/TWjoranJyf2/K+Iwao
50Wq9b0w/avW9/3DftfmL8LgM4JnQzpTR0xwOgFzoFaEUCfSZqdVSyWrivxRdhqzcJGY/zrGKugtYkfy9LmUilPnxrz8uaCNB6MYWPeFZmzEAQgu/VY9
Na2qTsNNp9jgfXEeOfeUwBo62sXwEXSlpIQwLSpjhAkC23nvKXpaaIz00qdIgjQhVoB2TG6wddgkNypAetTigIqXMAfsNibp7IOqorNEj6TkiMWVeOI3
3i/o3veD6VSdoYNLC8V+MGhQmOg5lBmpwiV52ql00bPYTuQTy4knqjTEH/Y3dhEssbUxaQJLOu+h+DuIwedo/s1GrGjjHOjeWF3dJdUVhiy1T1XGKLyy
9Rj6QRGs4bwqosFAIltj2IMYOk+RdGkbaH6apz+rJw3+SMTXLE+NNVMVkeDVjr2qtUlR69kOtIXBiNJoCmJs0yEu9y7JUR0+MOJvixM7nnPPz5RvBnjp
t0YMYg09PkDeCtOp1vN0Iahyi4tmC9ZBhleDHX7UmQc78q2DiSEEwTVfHA7XiiRDo38ZWihICuiaHmI43ZO5dYykWoZxNDxEAHpjxTEE0uAgpUZaUrQa
WI00H21xw/WrDnY1aRGjq/GhLUpZg7UYpjNGs6kl1VM+71d5sqruilZULra1mRc5cKSfi6+XxY162iQDu5qjVX7rbTtUXka4bC8iVyBx1ytHT2fTESD2
qs7mlYmxSmxI8WoESDFK3DCrmx543UXeL/IG/N7mFXkJzCPuAp5k6M7GHimmCL6jsTMoSfD2p0aHX4JNtnQqfwtWcXGT/CWU+MfJjjQoeiqCCmW2lDaU
7GptBC6rSD3/QDJkT1Fd5NCgsMNtRu248ZT/PbwpENHE4PsCoueEgOcsJ0303N0/6pII2BaInXKUQHWbrN6jZ0YzdMd1zwO/in6xrj3h8QMPnvDAr21e
oIewJ7zV+maZVXey9ATE6ejzvgiRKDzwEUbCwqAcmA0HktQTvZllGVm/V3XiE+OwYqrGp1ZZ8DlIjRUzbr5v5njv0W3co5xr7V2KPNmUBMzxGjfkSRQK
tDj09Vaow4ujPN7U9Cujcg2tlCuZ1FYCuXHHBs9ksRDEEy0DAy+UqR2ijGP1FVWLKxA4R+CmGG/kXxPEE3b2iWMbtdNqfR+RPE7FQ2yF3R5SXwfAIP0Y
f+3FsYPEQCOiwVs0ltUPZ2SmsAqzjrimtmgyuCFKd9VF4EyjTEYxH3R5+/vtemTB0zGnpghNrh7F1iEI/LdrsqkHU200hwjAaAjK/kQFZ7imzTjMZ0F0
PaOJTFb+bbIyelSiVgrTLazezjieAnUazk9qiLfJijEzHZK5q3VCZHhTFCCgpNrUQEPFmc/PWNSO0eHiWOZIodq1DX5zmMZs4eucCZ4GaWZhF9PNCVN5
0OcjI8wtOBLjp6OjABrGukSql/Zqn5r0KBRo69Rof6o/IwQdXPR4mCgUmT4pwyfyxXEVmsYKGSfzVqttLexBjh3XZH+fiijvyktsfuOue7YdJoGiA4iF
PatB4UI2SHSYjHVfg72u3F43gRz2R7kRpHgparlFj3Tbw94QCHW7bebJrgwxDVk6Vbw4sidPmOiTWJd9/lpAZXpNWbPDWAcLUTW3WmeIni0/wXuFr05O
Q9usCl72vCrW5VxCeO1yLjFwvAlJXkKk+Tw++jtHhU6f62UVRB+OPhz5138/mv7H7DCA2GV/n/7H7CCYfnU0lI9yzrBo9hmGuq/CJt+zC6JqdFPJ+bqU
5N0i7sD81PPYny/yIAwbymdwEb8ul3z/sC6XFFHp/fdO541ivuHLAwv52rur61XkCfxbwY8H/reKvJkx81qXy6GKkxV0PTPAnipYLqnvKDQbqnrYRIgK
4N2h5efHXgKdb54yFuymQevIPX1+bmZgnwldkAU/GGnbRsAPG+f4dC14hpsDGqALJnkatec5mPomNN3ww+DX2eHzh+vrcPD6zeBtMlhEw9nhh1ngT6PI
/5BuRuJ0GwRTfxp9OPKHB4Ehilqzsz1ssAOp16Ka38l7IgGBEV4Ar7MYK5iHaABNMRWd0h9AR72sPIhPfj+kEo2ZAkhwgoR8TKG+dM3O8zOvJnz2aDoK
JhDD7bSVfDlqBf622t/f36MfL0w2zd5vX23g7zb6akOgrTULr92aOeV1KW+uivlHWf/1/fexn6RpCYrKePLbVxv+4C5MgUa8yHuovG10dGSysTnrm5v4
TeEMaO5dmcHLSC/DR+L0Ivzb1cZvDfsURYaVEUdZeGJXmHjkvix0B4qeqoZrcVBT2m/tYtqr1vu7mDxqPJNU1erpolHjOd386a3Snb/WGtBvNC92xWEe
myANsdbkFPcy5iz9OAV+NVKpWkx/tF8FXHF5WbrU90MtS5RSY02lFCuZoyta66WhJF1muWwHR8cnt2IX2WgChZoCx0kOO6S2o/zW+wwMt2F6u7RZhqke
dAyRAu0Jxk5ko2zrCNR2YBzR7iSgwWuixPistPGmxnB8YEPuHoNdgdRvJD/4rtOCvqPEzgRfAknmcKcl81R0gOIrcoV8vkrTWdRKk+/IPNXXVDr04/4+
JKvPhskIJVrdIH5INTgMQQPbFb3x4zWmE5I9EBO3hCXXYMOCzwoWhUDnQQPrFlqNXL3W4uDXWIigngUha7tOV3/TsbI6lodLmQDA22qfRPvFgksHQmsG
3L6yDsMLGoPkpebatVhYQeK3sdZ8L0FR+SS2mFrQzTY6mISyQ0g4QLeqc2kzwqnzGh7wU2Hz4YPxwYFTOYgs1nvRdU25YzUqLqm5qMsTFRI7lydgaDo0
kTGYWoi3+sEBjDFoTC8A9MQaHJsiB6RFva11oU+c3FlXnLJXmLAHFTRHrS9s97iE6rEqMGnukf/O8uvefXZRoXVMKLMFPjYvB9qmFHVr+M79yN6SMdjS
99lCwh1+fBbKphEqxIesjA0pW1j8IFvhzY2mFSpog8iy+QCeVo85b+jh80Jltuo2xeyE2Qlt2wNt508q1UBolQOYV/B6mrUTcTtKqYGfQDczPg4MbKSQ
6VmR3/oY1NKxckTrcgNDO3FByWFFj42gUgmsz0NXFUA1IDT0XFIJYdwPDKJaT2tp2P0BtaPiOKg8HVLReIpgXIXYd7IdUIf9Jih0ZB67BBRvCJITlEH1
9GgMGjZFfiIhu8TWxOtfliERTvTzs8UyMQWMw13KfX6m76HpwGV8A3+U4zdWxEky6gmgIqqnbPJ1zAkV6MOWUwwN8XAjFeGlPXqVY5LMwCFagG+FkGq8
M8iD3nPbBB9lXQO8CZ6f0WHvJax0nXVZa22TD8Cx+6Og6rZ5fG5rlGYsXzYM2cZCxwwk8Hqdk66bobzxAbKvAwbnaOa5XuzTOPm2vzX1/UNigQetNcJF
ExO8vnjIKZ4kGU8c4F+yzrQ0gVV8bYVitaPPaHeeBOIYyTTe9K4h4vhQhxifRdc9K2qOMJFxhAp8I5pRVUQzOIowsXhNHN3hEALQVKI3E9woOIfNoms7
8M1LNWfkwIOcnWPUdLmjlNZ7vGqY13bIIA1PyQKwiT8kZVrFXP4aYKjshUG4g251NfQTB9m27+TnYPxpu3R/SrIlyLW0Y6ABtHKbgaXkOKI6/JUgDa0a
TZD9w9jxcelte2TZvHGePeduKj8RiELDSX5DKWQZJutGJvG53i/uZMKvBa6k/Oifm2dWWq9+QFH12hH9No8dmXpsid542yfU+eiG2ngq6EQH4biT848U
q0h752qvbtX9S3ikpOvFNLVS0yd7RKaw8eg8D6zINHaRZiwxm/CMWg99cacd8bAa4zoLKDZWZF50U1GcHD9pHe+OvCB1fNom5TcovE3TWuJWENtxa4XD
dgLrrGXFkGroPB362rSfJUJEu6+c6dkSHLfe8sxWPuT2MyDn6h0Kx78MPvbimEGQ/9gs2B0xuP04gd0cx9BpdEjFCKMVr3RAGNqHnMLOZ5eX5+zm/loz
XYjrbMqMQqvQaETW1gRlwiX/9V5z/dHzM4O4HAUvvA7UfnvBofLGsNs8z30fkJ5f77VXpPGn+Qu+7QR5k9gE/9/fh5TL2N4J2JMGKyim1b2qXhpg6ykI
K1opUD8vH7PLTRvro3/YPwkjuxhtjFPaCzi2HH3o1QATQT709jtdXRGzm69YBEo3zOMmTPFDT//iM0+4xKy33/botxXk3InCb9kb4Z4DUYeY/N0nzqzb
bguAu4T50oRcNXWopj5C7qtATdROsOnx7RRIsphGr1yTRyR8W1ubs71SvVlT+WP6b3ELcz+FpO1caZm9dKAevdPhkVVwpjZMBTFb+FBOrRK3eAxZbDNu
b+g6ZpKRF0Hvo/SCcO41nYA1qnNOrROxrUqEI3Rox48k4x+7noGIVgWdNd3Y4875e50DV6dt4+z019PjMyfuQ+vtmGu06EKrm1nk/Wl8duKJa2PlNYu8
+9VJ4m2dKFtgWIH7Ah6xfH8lSzSDzOdkuk+XA3DUszLIMvAAI1ZpswNl0oCPrBSwx5IV9d/IAaxBv6MzPGmidHlFBoeNh2RlXeMRG+w0tYKEE2P1Qx2L
i6qO4R8TZU9Zw0C7RsuvwSrVCQXfYTW/kvXY5ACq2hYz2nwDbc8x21Z5uAGY1IzuNGhWR+rPFrxx/EVvshrjX+OT6uDxFthCRncW6ZXw8KCMrlTAHGSo
LTOdGoKKaUdbbdIYb+BlIwhTC5aNHKRQbVMUXV73kyKnanTjpx45W9m8qVvOubDbsaW3LeGDvuFNHW+2rtW4wp0yxaNHCpOq7syo8C7NVi2RM03sUzF+
FlHmPqUrquNS9McJplhJvapbod1s/hK4dOkYDPsbQpVD4IQvoZG6pQcaLczaCFXF+K8JxwQr1m+sCNYLttczcWs0xKVObl6Gw0p416ASTZc0TpzQfiTo
WPCdSTCWlrCVUovJ3HoRgz+c49pSJp9UlBLKV9at+u6J72myZKlKGL2t2SbIGNwMLrKggcqVwjr3s7xPGVPOhyygHTIr5e4o80+iN2Xric59mOKOwaFK
+hgWOZBhrL/UYUcnILKMgw2nw37xdMVXE7+oy+Phu5++/THgIhVEpXUefsEZ5FxrDghjjKpNrxtL5obPRgQGtEKAbMKhhigf+rpXvn25rRsSHCU29dr2
HZ8nxnQXVbcCHzsKDd/VyTTYhRoJo+gmy5PyCaPheCiY0HnbM29KwF1MsxZPqI/+J1SEpoJl/uDCSbVf/dr0QD0SuX2kAOPurb5+GEXg01qRy1AwzXpm
QfToHS0VlzcFa4M+hBcE41TkLpFhN4oTRTa/eX4egd+J83iK1qq56WJ84HaHNXiB6DVfsWr0O4PTD5zalTeuhVMTex2cd7eKAfPOqsJJQ15g1aK1Y7xk
/i2K6mpjox2m4RxRLPqQCryoQk9Y7188X5rNv38YAyjrqeqWnKPFiY4O66DxqNZqCGLYcyXFNViWCoij8MxgSN91wanq3ppWS6wov7NOwHt8ni71GwJ6
obsvalEsdC6zjTmT2Ch9aJGzWLj4VEdULGUECLWsCOcqELsx6Nw04vejEX5Ej3BZEfvJeM3cR6I8hPaX6lrAitm//cxeTAYCcLkYiB2Utu018GUFsuWA
nhws3FZSqaDh/EBGZPNQMvBUvSV9N5aFxySckspQFIxyzXRRYYw77pS2cAzvven+4LNvCV4HcNWiWRUlalQ/d/XLjvfdUa3rasaqbccdj9yDa5LfSsww
fYUvXZWfNXFqKYcdFxtKIegU1dYtzdJAY9GXbGtEH2pQOylEN8Q/tIuRgdQs4jxFJbqYhkMBreraxt0+E7W8ywiBDet393TRrNI4begG3eerIPgGHkDV
YcTemCbhdse5gU5CCiR+XdiyjcJktMEbqUiV1I9vceB6B0Ln5jjd2e8oZFfy9l32jtMPS8iOt5dNvES0G47FWWs/BJXegXUaLhbYGqNnQg+jRTkf1Gwh
BPsa/NReBQ6BYCLvBTzr4PCjzZiRPBr3719GAa3z5tYlTauXbPa/g/ickL5UXvXUDudLiRDUV9t8G5UaSEP9YmHpWoSlYtG8GSvGHKaX/BSUz4PjhAd/
9vcpiUJnxBQ8o7qGrJnltxc4qG24MxrjdG4fJpubR4+LjfXKmO04JsyTWiA/fVk56tWfr979OCTRJls8+dBkoBxM8MM55mCPuqo4BMkKXsjYNp0R6Crc
mXrbVaF5iW2RXbFgG/7GxTpH4CNJtEspg+b/XECLrN0qCM69cAjAnrJOnwlrZnmRN31tk1q4i0JHQjeO6K6NgGEigYVZdvij8CdBW9tiRRezFSguFt0A
RV3YbAIIWhoxHGGzmIXcba/hLG4utNAOqbVVuSjXBjqMdhV/avbSMjSrWYWqgdzn59qyeLC0VpcNja5L6bZ6qzZRcyzpqPFYrePHTNMLZZ140W1lAiVM
rUP/XuvQr/plVAR0WpXpm3t8p8vSMQf/3WO2rWFQd+fWkw8vzuCLjSIItFlpqIzUCxb6JsVRctnGuiZ4Yfnk85M5jgAE4IVvRdMBySG2e8ciqrIMY0Ot
luCLIY/4feqtFbUD2qWrBU+4VwymbeUZBbtRYHZlrm0uGej5HPfCoQHF7O9ULNL7O33TWbpHoPG0kzmAbNUbrQLfEqiu0V3Ddrm/zDrXgl2cFwNB9nml
01gVka9OQ4hdT1TeYsbskavOqipbKF8yAQ6gW0cs6da1Nx+jMdPXeKp407NeQVJOZX3dHvlmRdAsBTePzJmdXpbJI33pDmMbHxwcQwDdUSDgwtjKfH1q
Z7KqY5djuXX0Ux7kiuvxyjCVxFLFvWqwXOFuYFHHpsZ1MzUwh41r/2htnBfZBwGVaN6RcnZuPXktvPUYq05xStMz3YTF89Hjy5FIBaOlz6F6icA0ktSB
0BcmkXt/4hRv9TfR7zTa4YVl+Un6KzijZdXVXVLKlAPKqhA5tv0L3lbpQ11dJnm1kGV8PQviyQpfCS6qWlmtNIvZb9ZBIH6IiaBvtSz+pfSQqn10lsbf
jas1rQKhwK6bHkShgBxBgXqips5OHbucTRqjzrAKs7V/i2YkHgzEohSeTVEG0Qs7lmqXwhoEXB4vaOzoQs2C6hUupeBv1PMTuALrZ/e4wr3hUSVv7zGo
0j8qLwiGV/zpGzA6kDVpYhjpqDnjUGOonsMZCQg8nWisZL4A4KBKjjvxhhbt1sRRUhBRaeu4w+pIRI5eNzalTWWeLtcll3QpeJPBl1zm+gVkEJzy2K5/
QHfSCirvsboj6jbHyTTFzX2PruFeAamC1I39fQ9PUh0dpDgOfBdnVTEgMB6Egy01Njs0jylqta6CigSt9bdRWRFNrGKwOgrJ1gKD4hG83qeQo+5TEKzz
rJLmE5VcLuyLl+2FCUr+U1ncZxWoH6pi+clA6lJ9b7AG/DOs72SO95GsOWQd75ZEy+Wisz7xMBwGemTiL93Li558hOQNhOvBIy+ErqRoJm8xbpKwgj4K
fu5CqLCXwomGKax3HsT6eIwR0sS6XpxvL3r/F7JiGqFBsgAA
""")
}
