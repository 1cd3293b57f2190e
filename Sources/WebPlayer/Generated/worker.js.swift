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
H4sIAAAAAAACA719a3fjNrLgd/0KWTfXS9qQmpIfcdOmdTqZ6Tu5k0my6cxk7zqaCS1BNqdlUkNS7XZk7W/fUw8ABZJy98zdsycnbRGPAlAoFAqFqsK8
yKu6X6UP65X+Ma11ldy8Po+iSF1cTKJInZ/C79ML/Pd0HEXqZAK/J5g+mURnkRpj+TGmj8fR5Exh8S9PzqLZZW+5yed1VuT9dLPIirdF+ZDWwbzIl9nd
pkwhJ9z2sqWfNFrp/K6+v5qEpa43Zd7PN6vVZW+Onb3N6irxi5d6sZnrIKj1x1rdPtU6TK7hd/+4D1+junhXl1l+F0zC0TpdvKvTsg4u1CAahGowCA3k
4vbvel7/9LTWyTotK/1NXgfQ2qhaZXMdROosVBNbOssX+mNnwTP1WhZ02E2oTpKMz6ZdFV+rkxOoGYsJucE6MwNsfp/muV5VnQ0L8Ccn8evQdvyU+pMt
gwM3yOdnMeAkORk/Px+4hn3U08d2Xiz0PP71YX2ajk6j0RdbB2H3q3KVlelmbPubJF9OL+zn8/Nkd9nb8aBWOl0kp1H0tyiK7GSsFt9mD1mdjP30ZVZW
9Z/S8i7LkwuZ8YBp72q9Tk5l+qrI77Stch6167xNV6tkbBNv9V2WfwtdmniFq2yl87mmXk2iBqCP2cPm4W2ZPugqOY1en1/25qu0qvpvgO5/p+fFIsvv
tlS83Mzrogzmq2L+XuXFo8q1XlTfb+r1pg63vfo+q0aYmeC/l5SSF49JXjyaL1clEb859zHN6iy/S25mnLCAHugyoemkFuQaSgYDTl4XZS2LFdyGSyGs
JWImOOM+rb7Sd5s8WaarSpuu3Bcr/aZOIv7Oqp8hxSuT5bUuy80aelLZkiv9Qa/gC+kk1/M6gM4ZDMHvKeCp0kEoOw//vNQjROqoKjb54l1drNd6EfDi
QPBYptQVconwsqdXle5DzqjIH3RVpXc6CbaLtE53wGewGZ2WiwCSQuitrbzdMxvd3do/H9PRuqjqP1Hjwbaqi3Vclxu9o37LGT48lF+jqk5rfZAkA8TT
YhB6uT7yfBrZ9dLFIlgCRau6TOfviVEfUKdKvU5LHVAG8wrXFx6w4ePe6gi9EutNdU+N2CncPKwDRCP94jXTB/I36wDyH++zle5qzseArb/Y6ERM/2Lj
V76JZjCqSuc1TsBP2YMOp1NccNkyWGz0dV489o+RWdkBM0+C/id+X6r7bFkHYWhqX0HtoWVr4bzI6yzfwOSXT1tvAvhvkOvH/u9z+LlALvL1/SZ/H2zr
p7WOB+/100DV2QOQ2sM6xi60BqCAJE1e+rQq0sUOurSbp/X8nlsVpL7D//zJNfjzyZM3VCziU24XSfp1k6RN72a7Aaq2aEVpIZGSw972DqiwASPXlRhf
xzrzvpoLQT8K/q3LYNsjbhjTWufVT8V5/aueLsuijIMwud62l9VO9XaN9WY7pAPANeywNJgRfoht1aSLjTbfPNzq8vvl12bDNVX5W/UWupqXGbLWuAN9
1B8P+7ueNyImgK0lNtsoLehWH0SPdwmAcBQBzIzXJ2FyOipBMEoSIXkYiluv0lxXyZuyTJ9Gy7J4CLa0wuM/pfX96CHLg0mr8XCngr8prPoNiEMwDRIe
TurbVZHWJxOEHPijCS970OXRvFg//VQEWEdtHTxFCI4Hy5PJEJLTciAwiAUv3RwTs8mqH3W6eAoGSMti3SrH0Y77YnPt8xchabRKa53Pn+Qu5+8ID3qR
pbEDS6jb8d/RQ7oOaChhco1/R7eb5VKXzJ8OvF2JODSKQYEYxGOa13oBXAJ2xG1LDAm2XQLgi1OFLIfQbXaiXY8aXuhV+kRbDv5MElxAz88HAjHmC/dt
jydvaeNKa1UiGYpKhr3U9zpPJP6t4NeNfU8+TKgBGl4JogTtYv3jAOD2h/20Do+g7VdjfR4qniDKwgHt9k4mNqCqutT1/D6OLC1ZqYGW6V5pykhc0Bog
lKSTUrPw1L2dComLStJHY1O2tOLj31KOEAQYCg6cJ8/IQ03xBwmq7+rwoKz4xONxwi9LoERb6cdAiKJKrqKhkPDteSytJTWM0rp/bBqmKRx6s0/CydFY
n7+SyTC19lBWlKXGY27SFDD/IHBPuFBpTYgc/H3zsB70s1zUl0vPpY6g5HSKKGR5dI9oKCA1CIRZu8E0SSMSvdfyfOOdQmgk31Rf45FEUtreiZRNG1if
FPz7x8m4a4KzPPAOccpnlO7gZyUYmpYSeO7PWb4oHpPx5MLOf1lmH9LVu3WaJ+O/nfkHOazzQ1rWVbL9kC10EUej1xOFfBt+frkzJf+e1bUu6TR44gMB
htF9eC2L33TOJ8gzL+vvRZZn+R1Xa3brdlNW9Q/pptKJX63Sdb3K8juQ9ppHaJw21DtEo+jMjXBZ6uoeK4xPW+V/Kla6TPO59k/XmPefm4e1aATPtz+s
0qfbdP4eicM/39ZpeactKdFXQn+saPYIcO2Jj6emwk3692m5ynTlBDecm2RrGGe6+AD9XIiz5V5C1Ys7nQy/yZdZntVPVv6CfUUcbD1JuHmIa5X+rM4S
DUEJkACyXFdVIOgyZMraX+D/xWhxT03zwPAfld5pVerHLF+E224h2cwMlZqmdzqOPLSlNXBXANgfBlwqitM7e47DTlCB4356p9vjSGs8ZQIa9cJ2jvZ8
5hg/6rnOa5cXepgfwQnVdYQ4665npK33Wb5QPtiDfXD9Ax0sYG+EfYkU5N5Q5IrPfLY/K51W9XQKeeGx5BCho4kb6NYMu47lTI/9Dm2tSG5RfkCb6OFh
Wl9Hh4dY9DqxuO4PHd8BmL5+Y/sJksGujZAYk/3ECHDvdN0nUTAQUyVltE6tbVrx8dtHFuISM/26DqiBgJJmciN6i2tr9I9NmtegCnCsm3LC6RQAq+b4
OmtgDteYySbdHmSlDYQ6GpHsGyr47PuzbY8Dtg6UNSUFOzRSv6Uswi9obbKqzuaV1X9sCecKcaIMEkmw9ZDcxC+rbrFe7BMSlOePKeb0hwgjjhQdYv3i
1INmBUqNox2pjHB1g3jR6Ljf03VaVRa36ccgUkIgcSwibDMNo5AhqPZU0CJCTpIEbxe5KExgrl3KlMdDf1CcN1l2sOERdlx/XAdDGskruQ+HdvmR9CcW
NY2e+876Ivg9nTpuY3CEU+BzISqM48cepLdVgMXCa7tBv7TUmRZAnOQB4qx1svWuTYaEyHbrV77owIjeuiOMbdok2ZkfWilF2ZXmkhA8nqBC7Clo7bB3
XQySZx7l5NjsPJKR7HrVffH4xrBZ0LxDf9IHT0nIM25bQiVgOAxa6JgKUSqOrKbvOiFattw4bDKDxUZD41SD+Th1ZJTrR13ZGpyYVf9J0uHU8RPb9xFv
oG/wusvKiWGMK8WwYuwRVwAk5G/q66AFXgqhsRBWQ0BBbPTCOxb97B7hi31V9puV+eF3Av8wNX1IVxu4ZDSK8FTeC7wrSlwW7nRbUQoUJ3U01jfACdgN
A5ol+O0A894MaBmH/26702zOHF16dltYp6UnLlA7rF32NzchUhC40Ov3aDQSEGaYHgSpug2Ta1jPt2H34CVpE6wbuzhEInepP+yPafEsV0VRYv+P2sXC
cCZnz0is/uQZ3N7qZVEahfmmLHVeJw3xucrglOCJmXaKFG0A/kETK1yL49cLjRn12UtNI4Hv/II+mjhVEdmY3RU3RnexgJ+NitQjJYG4TZ0qJLZTxHB4
u3UI/qEs6mJerH4PPKyvP9Y6X1R9/PJxnoOCYdurNmtdBr/+dK/7JfCr/1Hh7XXVvy11+h7UVf01g4z7X2yh1m70q6Eg+Ezgn0txAn5IV6Cu1IsE1NEg
13mdCga2wJBvttxtuFSC/6Q/1kYHPtjUy+HFQG2XaZ2u8BpKZXd5Ueqvvv+TvZXiLSz3YdBtRhmEjXvT7/nm72RijpVfPdUa+Itu4AoxYukGPhL81/CX
TD9ia79L6/QvmX6kCqztVPzxVOvvl8tK1yLhW1ojHl8y5LJEapGLkurZ5cd1cId5n62DebHJa2PYsMnra9auLeEgUBaPbmIC12L/OMHC/vLHDZnTd73N
RRBuZTYMeHSn6z9neX3BvAF6MA7Dy11vMz5/ofz4XFSYUIWTyQsVTiaiwilVOD/dU+Gr7A7qnJ+KOhdYJ5N1vkOlcNCs+k27JlSt0/faYpc1E3BuTVxJ
yr3smK5qc5uixh+rKPy3f9w3FXY9sBmh+mrFWjA7gys+xrVmj0VvJEWW7G0f+XKPu9K43iNSHpV6vUrnOnh188smiqJoCH/Gb+HfL9/ix+u3s1d3avDL
5u3bt78beNd3rd7A2te5dzTbR3a7XkHLLnifF495st05nGqd4zJ6p+vGXStCM+UIAA0bac2gAxkuQnALOXDYcRX4AgIaBG1iQBDD52dMQfEhSXwu0TUW
LA27D9dHoN+jcQqA/f4xp0Eqzg+3Pfy+oe9ZYHYI/DtCDAp1JpW6TqKPYNsUGsx3MNRNjnCH8zKrs3m6Glid5E5wtp/LrG5yNrjWVfN0nc6z+snncNAO
LnC6sLoAojUF9zI+Qfh81yOKjirLAk4VtCwY3wUzGpa1WnUujGBltlXHv8aXYtUx/9kHxnCfLjiTJpyTyV44hil1wTltwjk/7YTjM5y0VpTAZSXEiwZE
uPeSEJnTaE5VXFOCIBKjvaMBjeiMyY2H4zFXQCiT8Mgi18h3I9eZy12PN3Qr0TVwFim3vVy8zC4jNwohW2zq5UWCJndhcs0b/Yj+UqrhBZuTyVdIxtw3
EkQEPd9g+vX19eRUmZ/jc/vzgn7NLMA/Zvki4cW9LLX+TQesZx2zOnVChg8nThJ5B3YwzUpsqxFHapV90PFY2esIvYgn6q7IdTw5OwMo1o4xq97hqem7
9EEbyc0cCcDMgk1eksnZ2eHhq7/evBn+73T4WzR8/cvwb6P/MzsOfnnVSguPvng1qkF7jAB7h4cHCKtar7I6GLwahKOqeNABnUySa/iTJMlgNHh+tr9H
xGrYOLH6qXiv8ySo4U+YXL/6680vHyfj4S8fv/z9bDtWYKK2M61SIYMqtAdsYKp3r1erIo4+RmP1qFfzAk68H6MJWQZV8PtE0Y1o9DE6VXfpGn6cqff6
Ce/Vf9T/2OiqhsRzVeq5zj7o8ke8FoO0L1UP6FOXX8O+CSkXao1T8zF6rdYF/Ur5yIuTCQm3Ci+oSJiDhDkrrqKP0ULdFcXi9gkLatWjqtjVJRk90HB/
hDupxnCrzS0YTdzqeKJWWVXHp6483dA0KjAazs/OTs4Vr7wYcMxIuTi5uDiPLoRkDN38Dq0Fm6iOPkZRNI4HOl8Mi+WQ+j1QmDyJB4syxUM6p5zEg1Iv
Mrj1w5RxFMWDvKiHsGaH5sAwUD3MG8eDTV5t1ms8GA4/6LLKipwrTuKO8wBlncQDThjWRTGE6zjOOQWI+uNaz2tZi5o7i9sbIlSbQCez/EO6yhY8wCFQ
PGdiL9NNfV+U2W96wamTeLAsyttssdA5NTCBBspipYcw4EqXH2zh83iwyKqHDJRznPQloHRePiH7HJb6H5ustJkXgMZV+jRcFcWaoJ9AizDahzR/GhJ5
Vlj8BEYNOdWqeBxIYlqXepnOdXPHvok+XixV9PHLE/jnFP6ZqOjj+QL+gc8IfkWpitQY/p9JjkM89Q+wAANchu4OH858wIcpHc+AtiuPKGNYGYxEjgAW
9whLq4vxazAKpnKjjQEC+AzhU7Az2mwi2mGoWJZXNer6MI1bzpacSxyFQfOuhsLTWIn+UilZb77K4KjdrAiULytyMVmTZcRvyVbjIEk2+UIvs1wvuqCd
KrMrdVb3IMN9TfUpgGeqOeWi8syDd59VdVF+sosXzS5yPQ9WmeaL4uHNfK6r6vt89dQF6HWza1Ho9nsub4UFt4UQ2f0AdqsBGBXyvt2kJeDS6iIcgWiF
xSQsD1JhIKFyaA+0Ir9Tk1MiKgIHgKGC+7GngT/6W03C9ovdDTX2JXVKJE5VDLWLhhqrkaR9Un47A8mFTvg4yzz9vX5iFTmy+nC0zPJFEEBJEJpsxg1X
w4xZkiQEeTolvuymq2soWFaNI+o2gjADALk56hqOP8n/QRulVRI1W+CN1LYRfbqBBr5+9HZ8Z4v0wrB8IUGdTIgC2JSGcxdeIrF7L4kO2T3sqLTCyUOZ
dJ/d3Xfi5+0qvWtu0HLNxWO1yKp5Wi7S2xVIC/BFlr1Z/RSfqrsyXWzSVXwBQk/xQZd6EY/PPYmSdyJwgVlkziPmwH3vPW12qu92DvQ6re+tzty0Y84M
S7xGdl//Pj5PkoTvMUSh06Px+f4uiF3THp9RD+Mg+H1i8REvX4V5trOs75GBM5cbKL0u5vcxFcdJC5XZfGwqaJSUNDMndZ5fqwe86hsQ8T+kKz/LZ/9+
HprQe0l0VOnh0GH9xoOBYu78HyVdH4JK2JjWEtp5gCPZiesICyBko4yxAqA9Lm1NVdsgnyFRX+XwrMaTixAsjFlUbAPwO8lQcEi22kkMRONZBXNtbxaR
UTbnkAw8E4MqqRCCfdDLgIPdpeCcczYpR0Pfr+/T8ms4SI5GI66EeiPQOXKdO51rNuHuas+zcSZi6CzHWO8s0fyieaRBXo3PDw9hUNfJmH5cJScNQ/dv
+Sh4En3pvMFKXW1WdUInhpiAKbRUIWtvNy7lAYslHjqaMc5ecE/a0LvJmt54w/AlqqOejh6zRX1vSAVRwRn3Oru7r72cLtrj0ngOQmM0QXWvxO/nZysO
CWJswRHedF3ke9quYV3QuPyFKH4mir+8psR6ILjt5VA11wNyrkRyDkeem7z+LHIj7TMQGf66SsbnFgocTbvM47HkTsF27q1TScWs3AUQZB6u87p8QlVO
XT6N2LHHaGCdUj0lNc8isPhghxRCAbNroxcA8DsPU0gH3CG1XKV31cvso7XsXLu8USDEAcFS3rJyaymWQLt2lArkwNaOwo4QeMHPGXh5oZqONn7uPF3X
m7KjWo+dcLzFzL9xp1Q9H1t36fqTG+Vduh7wuL1RljqtGiNHbVrH6NF+ujF0nPJGWtd+hi0jOzQpRLJR7lIQPpjqyhJX4/zq6vw030NWndsOlGjgA8Xu
LtaOBLF3zyl1XT69WdaC4OQCJeSZLGQKHnLPxo6lt2ZE54uBgiNxLER86OdsOh0MkNErbB+FxgA7ejgOD5IkUq5fPIHKqHdAyuAZ8AWGF+QFqrlHXMAx
7D6x0bParI31NgP7HLQbXDHTYOgDlVXf6ccGKh6KUr8tVqvisTI5E8oxuryb2e6ytyzKYKWNQ3Z0iX+v6MoUfx8fi7t+b5+/cN1GKa8rA0/we8eDKhhJ
JdSCmpydibXSVhqHl0ZBP+LBkCskXuuTyIlSQbVjY+TPXCDEsIw7AN4pEWO8LRZPFg0Ernk/h0Uue9VjVs/vsS5UAJtFPJAZva/RHPhy/KUoyczfOpXJ
vVGWI92ocdlrbwyyLGiUuaRgirIEaX5FDVb/ci3BOmQtQ0qexZXo7a5BuMvso154+LVF0ZgLM8LPnq+94LZ75wH14t7Wu0Z1MGxI3sZyIWVCUb9o1S+a
9Wm7ModsPzXNq0c8x8rUXRun7/jcJBoSGYN95yoPklTve5BExkAVpoDoJVLDV2Ct5zWxu+wt9DLdrAy8vrBqkyYpP2Rz2MOrxHryc0rDhz/NP6SVcq78
+oPOa2uhQtkJ/XH+p8ApEq4LBg9fU1IwmCwGapuu1vdpjHZp6K37WfEAqN2E/uyLAgAOgqXzHwA7QPu1KNFU3OXiXCVbskiMrZ2XsvaGcaTYlDCOlDUi
JBMgwChYE7IlMA9Bp6U1ePkM+GjkyC3A7442fO8B0ZhnT+kMjdt55CHg98rZVBojMzAEekifyAiqaQ3U7e5uKAgtLeACPlhTirHedlan5G77pvY88qxt
YdNMM+zyLMUL0IHiJkbOFdQCD32q4P2m0SdX3Lod1tn8PevEaAK39APE22JTB46yQtqMyeybAe+KpYek0PTQjz0gSXXXoyZfaucFJ0ZCjLREv+yBfDC/
Lyowa8H1vjd6gJ0U4ybILnBkONyKGNBCN9CpmDWax7SWzhuCSmlBsva30rUZa2B8ywkTirxcoOKrMVighJc9tAp0+1MOLKUrAoEIqJKktbWR1h/rmDDi
9zA0aNIfa44Ys1qIaAXFajFqTeEnSJVZC/n37dCmChsJLRviBANZ8achSv6UpGysm+yiDAUbHImlasy+g72Ubj0ViCF7ngrbRVatV+nTz6AFUfzxB9R8
7BKGiJ1hZo7akoMkkdWenzmTNCYul+Dg5u4qe1Uve15Vv6IzfqXtY7Qo08dvHkCSMGONVKT2jyC87HWvRmS6NF0vLDTfnFzsRU0q8J3TaIawVtCaC7aL
d9sxKiDOnb/h77KqLrPbDUhP3abL3Tbm/137cTIdFzzwxbbQiWfz8JCWT87Q+J+xCqcaxiQ9MZYfTWPwT9uBN03Ap9NIhHOCI75XQq3Pothawkejs1Ct
X5/JlNeY9NpLeh2qh6KqXdqY3DWsp0Ba6+7Jqos6XTn/T+cOsNblOw1XIITQzXqR1jrA4s64nCsdHubF47UxUmpUFz5GWNuY6+IH+XVLI/XU7pPUNfzX
dU86VfgNSaL97s23LZOSdRV/qdbrKr4AHy4wItFl/NqZDuTpCi1vgk2ewVTDn5todngyFndFebr6c57VlbWDZhMrSEMqXGljETscu6NxWpOV9AjPw98v
gzHEA0vr6yS67MhjmiccY+YN7j/j2fOz+JzMxL4ARpzQ7nUShdgdki/qMnsAG02sRia3iirDHkY9peZ4Z/hcINICW9xnU61ltoJ7RIlKU7Shtm0D1ugU
S/KBzhfXmHp4SOPW+QLxgBdlYKAztC132hgDsMvm0eKdrqvkZOx84eDkWwMd1RVNf0U2mcl1r3M8TCr8mSRQ+PBQjPI6wWNjkiTfvfl2VK2r6Wk8CV08
ONGR0LuEoTuYJKjWFbQ+SD/Mx6NB/xh4VrUWwxur03BGimMOuOdH2hufi1B7Ewy1N6qLP6/Xuvw6hZ0mHOHxQITfW5fFMlvp6uesvv/6viwe0uRmTEEF
1XgyUZPTU3V6qi5O1MW5Go8vQDWvxifw/2s1PjlV45MzGXGQt7Z32W8ax7OVAQRR9ZHVrPnwhiYumbhLSbWubsazyx7G2tvgPkkSJfZyjNTf7v4oy+er
zUJXJg9WFNcRkFAcwsQkOQkpnB+Z8HsNNn/aMrBGMQ+M/s2Kx6uB6BL+XAnw0/Ekvggx+fg49GpW83SFvl8VxRREw7er8+n4PD4/pcAsrgcsUpYLXSLT
8ofj0mGZ7M8bh9ve54yXCfRpvvJa2qP4g2KHh/jnanJ2bnWAouZuPzbZeAolsfH5UWALAkd0bitrZMOJzPWigaE1TmKxyzGqbE7XNDe6MC+LtQMwvbFN
qRd/zeKbCMW+yLoxA2P4X4klgvHzs/09mU7isSz3X4mjljFkhkfBpD8Ug3IaU5DMtj1EVYz/9ofU1lEAnb+JZsc4ipvxLFQ9kmDj8fmRwV4LMlX/L64+
MdVPZnQvYkxb/wJmg8kBDjmrvv8AJrv54SH0h0RosGvAL2rTfmIm3KCdXJx6JTjN8nJuYwpFrNujU4k3V4pxSMGFB75hF/+cVhqvMCRvARgB/Ns/RoOe
w/EU/+K2/GoSD+Hj1SQ87k/OzsN/ByqnmATolxZZR2fhdWB43ee5U9kdB75UxoG0DvAT+MjhIaZdjw8PD2hnxG/cG1tJk1nY5Vdlp67hQJTW1xdHLS8r
sN4PJKLJxSQiTF8SYvHf4dDYqx8fh1QK/z2a9I+DQPhFGMn/+voExOLw+jr4sj+0QuWXYRgejp1owccD38Wr6bu1621QPQQ9/E2XBUazJGECP69OAGXs
82lJlxKQDWOp42Pb6uToCJMAtcadeUOwwg615Tc5++klFw0fu59Zw8LBSWUWmeefYzAYL1xNmq1Ag/UVekO+K5b1Y1rqZNLM/yb/SwrhWM0Z7S+gi+qO
eeqrRz9LackJ1EnrLWzHCTv5n9L1niiWfD4G+xIXUdMIXJVLw1gOPwrLLumGjNeX71Bb2owhY1BgO+Zw8mblDjZAMqxcbUeW4cz+cdKhj/rXsNLQtb44
ugY6GsEbpxRCFFwMbJzCZhhRuAyvjYoQ9QjtqDL/P8KUiqgT/cwfL5UY0S0iWPV5prN4q4h99KtxL7PqK30PlpthuG9YLQwfHh74sNqzPfY1IgjCGLG6
ayM+F3WQhvOM47XNMS8kaVzLJe4FV2lG/GnTiBdTzlMac3A9qajfhR2E2T9OvOCjPk27SK8OwVunrQS9fYOqSWMShCPQTgYhfU+nDa3s5QvKecNCHUzY
468nPNM8FVkFloABdWJkwtO6iLSfij3b1kIeHjZWFf34nxu9wRMK7D9XTR7udNGkJtsbYraN+KGJAzN6YQLYEdVcR9B20kjcyniKOwPVCWN/1E+ft7jQ
ExZX2B/1U+hFYtU2AnA38zloMB8vjouYSV0He+LguiF+ItAubl0caJesObC/U4y3Gw8WelWn/1LcXTDdaEbehb3Cue02sWHVhmuM9u50BIHVAnkthIoP
+yGuAThwwIcf2Uowez6pQxk6wLosjtDrUnx2vWdP8KZF7JndOGrvPu6nt28LxYTr7IHsjw3/IzaTZM9mkvCtwXttAhp024wmHOzedQR9hx+y3/TbojSG
wnwPacjWbP7XSbfoFPrvFtyn5QKSYZ2sjDXrAHyIdDmsuM5gb7TgZhjkXc8b1rYjkIOTzLxoxqwqEbFyDcdpLLE7XQetO6+wtRIXeqVrvb+klJrg8oka
84ksSRIrK7QAcdwzR2Te7Y8JX9y8bzWx3DvvPOxuZCM4kxMG4KTBlg5s1xo0T+sZ61FAjiQZfFfU74zDHdrMD6gR2DDNnKaLxe+h63CkBJvFYLAAe8SN
Hih7E0j9c8cRrosnU2o3q/7sfPto9w63PsJJ6miSa5IkfuVpN/nC8TP2hf7QQ7zwLQzcwgm7RGNxu2T8cPkWqDQXcB3SHkYDZqLYKzt2i437ZOOG+Ctu
U80+C047GPs5YMkH4v6/vOXtlakA8FXUEOopcXozi+3WjoranNyo2/K+JwaY10+qzYNy/as2D/3jftfmr6LwE4JnQzozR0xwXwHDolYAUy8QaKd9TKWr
ijxb9prFcJGE/3pmL+h3IgONBlzKhNHzQ3L+xCxuQRERxI1h0CpJW9TecswrqAf024zJ9c8MD25H1RZvm/N4z90msJPOvmL4ClsWAkizAGfF7O6+Yz26
wOqqYbrm37fyLavqWRE1toyGwirS9Ito9Zjc2ERgS96aaPFxi98azsX8ttsIprMPporNUj2SyWMWjpLroPGYQ7eUEU6n5sQeXolpCsJhg55Vz1sHsSlc
koegSVc9weTigBhccm1KQzDmYCuLYImdxKSLsuk9DhPsIaiAnzZoNiJCr3PUf2ctdp9W7zB+qzzDOWP2SmpN7OsqWMN7YsWCgUQ2EJGDGHnvsnTpNmh+
mmdN0ZMGNybia5anxpqphkjwIknyEJrgsOMNEzTPwfDaaJ3ibOohSPk+OdUcdTD8cYvvex5/z8+U7wZ4FbRGDEIUvcRAXhbTqdUqdSGo8ourZgvi2MSr
QcZi9eZBhgH2MDGCiMDui2MDiwg4NPqXoUWKZI6u6SGG0z2ZO89uq2XQR8NDBKAXWZJAABCO2OpkM0OroWik+YKN/3aB6WBXk4IYff0SbYjGQK3FML0x
ui00rZ7yeb/K03V1X7SiibGNz7zIgSP9VHy1Km7NOy8Z2PO8Wud3g12Hgs2Jsu1F5Is//nrlUPL7o80SGzK8GgFSbBUjnBkfHPAWjAc/61vw15tX5N0w
j7kLeG6iGyI5UkxRfCMkMyhJ8RZqRodfiq3IbCp/K1aocZP8pYywycme7Kl6JvILZbZURJTs64gg4i/bAlp8qZ6hutijQSXDhMbtIPqU/y08sBDTxOBj
C6rnxcPnLC9N9ZpyQ9wtTbD1kfKFhbhLgDBFezsp7d2l6x/RAaUZoeSmNwD3kX6xqQdqwI9jDNQA3PfmBTpCD9RgvbldZdW9LgcKwpH0eRuFgBsDcIVG
OsTYI5gNp6XFQPVmwraz/tHUSU6dX46rmpyJsuBasXDG2rhXv5njpUy35ZHxIZabGjnsGfGcw1JuyWEqUmgzGdid04Zmx8NC8xrC2M5baKVe67QWCeSt
njg8kzlFmFxbAR1YJ0ux74yGHUMSFlWLiRA47zRAoezIjShMrtmnKUkkaqfV5iGmwwIVj7AV9u5YBDbOBynv+OsgSTwkhhYRDVZksWx+eCNzhU2IesQ1
tUWTwQ1Ruq/LAp8hY/SK+aBoPDxs1yPzoo45dUVocu0odh5B4L9dk009mFqLPkQABn0wxjEmBsUN7d1RPgvjmxlNZLoO7tK1U/IStVKIcyV6O+OwEdRp
ONyZId6la8bMdEQGu+L4yvCmKG9ASbMHgvqMM5+fsagMReLjWOdIodaDD35zNMpsGdicazyq0szCpmebU67ysM/nWZhb8JfGT0+BAjSMdYlUr+Rqn7p0
iE8OhliN9qf2M0bQ4WWPh4kylOuTscoilyNf2+rsqHEy76xOWWAPcmT4lsNDKmKcSK+w+a2/7tn6meSPDiACe6JB5UN2SPSYjLhMwl5Xfq+bQI7749zJ
XbwUrZhjR7rrYW8IhLl6d/MkK0PoRhZmDS+O5eQpF2QT67JrYwuoXtxQ1uw4sTFRTM2dVWiiA88P8Nbjl6dnkbT5gldR3xWbcq4hing51xh030VeLyFK
f568+isHv14816sqjH959cur4Oavr6b/NjsOIUTbX6f/NjsKp1+8GumPes6waPYZhrlMwyZ/ZE9L0+i20vNNqcmJR92DbexgwG6L8QCizaE4B1YCm3LF
lyObckWBo3781uu8uzVouCzBQr4Z3Nf1Oh4o/FvBj0f+t4oHM2eDtilXIxMOLOx6ooEdcrBcWt9TBDrUQ7H9EhXAi03hzsh+Dp3vxTIWZNOgEuWePj83
M7DPhC7Igh+MtF0jronEOT77Cw7w7jwH6IJJnsbteQ6ngYvAN/pl+LfZ8fMvNzfR8PWb4dt0uIxHs+NfZmEwjePgl8V2rM52YTgNpvEvr4LRUeiIorbs
7AAb7EDqjarm9/qBSEBhIBvA6yzBCu4RH0BTQkWn9AfQUa+qAYRhfxhRicZMASQ4cEI+plBfumbn+ZlXEz4ZNR2H1xCq7qyVfDVuxTcX7R8eHtCPFyab
Zu/XL7bwdxd/sSXQYs3CS8FuTnld6tt3xfy9rv/847dJkC4WJWhRk+tfv9jyB3dhCjQyiAeP1WAXv3rlsrE58c1N/GpwBjT3fZnBq1Ivw0fiHMT4t6uN
XxvGM4YMKyeOsvDEzjzJ2H+V6R70QlUNd/agQ5XvFGPal623izF53HhwOH96a9T3r60S9mvLcX2hl0egSElt1TvFg044y760gV+NVKqW0B/r5AG3bINs
sbJXVC1jmNLixj0elC5WWa7bEd3x8bHERx1aW6GawPPsw4bN5pLfDT4Bw2+YXnFtlmEaBgVDbEAPFGMhlqjZeeKxjOaj2p0s1jr/J7BjRnByJOF2j0BW
IM0byQKB7x1hL0OxK+HnQNI5XJ7pfKE6QPFdvEE939nZLGqlyUN0vrD3YTZa5eEhJJvPhm0KJYpuEG+jGhw5oYHrit46GjQmE5IHIPLtCEu+ZYiAz7oV
g0DvDQZx3W1Gbh6Y8fDrTFFQxYKQrQGpr7rpWD8di8OnSwAw2FkPSfnIwpUHoTUDfl9Z4TEIG4PkheYb0AisIOlLrDkbhZTDgBsqv5Icauo95AfsTEk2
eDQ5OvIqh7HgfJddV5h7FpBhX5a9+czKjLtzRcGgpiMXf4MnmJheEB7BGMPGjADAgdqA01PsgRQE1yJle+DjzvrSjFwUSg4qbI7aXuYecAnTY1PgurlF
/Ssrpntb2Ec4Qkovs2WdTKJID629KWrC4KVGeBjR7YgY0unbbKnhfj85j3TTQBWiUFbOvpStL/6kW0HUnV4UKlhjybL5dp/VTnnP/+EjRmW27jbT7ITZ
CW3XA93kDybVQWiVA5jv4OE3sXVwO0angJ9ANzOWxocSKWSWVuR3AYbO9Cwg0fLcwbAOXlByVNGTJqjTAcv0yD+JUw0IQD3XVEI51wSHqNYDXhZ2f0jt
mGgRJs8GbnReJBi9IQm8bA/Ucb8JCj2hJz4BJVuC5IV+MD19NQEFlyE/lZLNYmvi7S9hZIQT/fwsfAQxBQzHfcp9fqbvkevAVXILf4znOFbESXLaAaAi
qmfs9W1kCxNORAoWjoZ4uLGJI9MevclxSW7gEJMgEIGqGk8k8qAP/DbBk9nWAE+D52d05nsJK11HTVYaS/IBOLI/Bqptm8fnt0Zpzipmy5AlFjpmIIWH
97x02wzlTY6QfR0xOE8xzvWSgMbJt/qtqe8fEws8aq0RLpq6EPnFY05RK8mw4gj/kuWmUMRVyY0I+Cpj3FhXnxSiJelFsu3dQFzzkQ1kPotveiI2j3Lx
d5QJr6OasVtUMwSLchF/XbTe0QjC3FSqN1PcKDiOzeIbGV7npZozcu5Bzs6RcLpcVUrxlLAZ5o0MTGThGVkANvHHtFxUCZe/ARgme+kQ7qHbXOT8wKG8
5Q36HAxDpbv3hzRbgShKOwYaRxuXGlhKnpOqx18J0kjUaILsHyee/0tv1yOr5633Yjt30/iQQKwbTgoaOhlhtGwbuU4u7H5xr1N+k3Ct9fvgwj3m0npb
BIqaN5Xot3tSydVjK/XGC0KRzUcX1caDRKc2ise9nr+niEjWc9d6fJvuX8FTKF3vspmVuniSI3KFnbfnRSji38gizYhlkvCcVg39dKcdUbca4zoPKQJX
7N6NM7GiPB9qG1WPPCRtFNwm5TcovE3TVuI2ENvRcZXHdkJxPBKRqhoqR4++tu3HjxDR/ltqdrYUR8cXXtvGv1w+NnJhXrvwfM/g4yBJGAT5ls3C/XGJ
208gyOY4Uk+jQyYSGa14o4LBAELkMHYxu7q6YBf415bpQvRoV2YciULjMVliE5RrLvnP95rrj5+fGcTVOHzhDaL2Cw8elTeG3eZ5/iuE9HJ8r70ina/N
H/EFKci7TtwTA4eHkHKVyJ2AvWywgmFa3avqpQG2HpwQMVGB+nn5uF1u2lgf/eP+aRTLYrQxTmkv4Ah29GFXA0wE+dfL18C64nI338oIjWqWx02Y4uek
/snHpHCJiRfmDui3CKXuxfoX1kG450DYIiZ//yE1cdksAPhLmO8syI3TxnrqI+S+ifRE7YTbHl8OgSSLafRAN3lLwrfY2rztlerNmvoa13/BLdz1EJK2
d6Pk9tKheVrPBmE20Z3aMA3EbBlAObNK/OIJZLE9udzQbdAlJy+Cqsao8uDc6zoBa9TmnIkTsdT+wRE6klEqyfRE1nMQ8VK/s6Yf4dw7f29y4Oq0bZyf
/e3s5NyLCdF6oeYG7a/QRmYWD/4wOT8dqBtnkzWLBw/r03Sw88J0gV0D7gt4xAqCtS7RaDGfk1k/6ebhqCcyyI7vCENe2Vt/Y1GAT7kUsMeShfVfyDms
Qb/jczxponT5jswDG8/V6rrGIzZYVVoFCScm5oc5FhdVncA/LpafMUaBdp363YI1qhMKzMP6dyPr8Y0/VJUGK9Z6Au3SMVuqPPwwTWZG95owmyP1Jwve
er6kt1mNUbbxNXjwhgulkNGdRXolPDwYoyoTTAcZastKxpocJlt4MQnC34LlIQc/NBsTRa23PaOIrBbB+GnHymYtb+qWqy7sb2zNLWV60DC8qZPtzreu
NtgypnL0+GFa1Z0ZFV5eSWUSudYkARXj5xZ1HlC6oTMuRX+8II2Vtuu4FQ1OcpTQp0TPoDfYEqo8kiZ8KYvUHT38KDArEWqK8V8XnAnWaNBYA6wJbK9g
4s9oKEud3L4MhzXlvsEj2gpZnHjRAEm0EfC9SXCWkLB5UovpXLy0wR/eAW2l0w8mZgnlG+tTez3ElylZujIlnKbWbQxkrO0GFwtooGSlcNH9LO9TxpTz
IQtoh8w+uTvGPJPozdhioqsfpvhj8KiSPkZFDmSY2C9zvLEJiCznbsPpsEM8veP7g5/Nbe3o+x9+/13IRSqIdus9KIMzyLliDghjjKptrxtL7hJOIgLD
WyFAtpkwQ9SPfdurQN4m24YUR59dDNoGFZ8mxsU+qm4FVPZUGIGvhWmwCzMSRtFtlqflE8bGGaAoQifsgXurQoOA1qjFExqgZwkVoalgKT+89FLla2Lb
HihEYr+PFLjcv0a3D64ofLIr9hkKponnG1SP3ucy8X4XcL3fh7CDYA2K3CV27MZwoljym+fnMfiFeI+yWD2an64mR353WGcXql7zdaxGvzM478A53fjm
Cpy6mO7gyrszDJj3UhOmGvJCUYvWjvNi+ZcoqquNrXWfhpNDsexDKvCiCv1iB//kidJt9/3jBECJJ7Bbko0VIDo6bIPRoyKrIXphz43c1mBZJjyOwTOD
IQ3XJaeay2VaLYmh/M46Ie/x+WJl3yawC91/qYtirHOZXcKZxEbpwwqZxdLHpzmUYiknQJhlRTg3Ad6dBeW28S4AGsnH9LiXeAmArMXcDSTKQ2jwaC4C
xFsAu0/sxXSLD9eJodpDabteA18i9i0H+uQg5FItZYKR88MbseShZFFpeksabiwLj1R4JY1lJljBuumiwhjP3CstcAzvyNn+4HNyKV4AcNWiWRVlaFQ4
d/VLxhHvqNZ1GSNqy3jmsX9UTfM7jRmur/Blq/JzKV4t41DjY8OoAL2i1gClWRpoLP6cbY3owwxqL4XYhviHdQFykJpFvCeuVBfT8CigVd0alctTUMv7
ixDYMDdvFmqcL2wT/kNYEHwDD5nm+CG3outot+ekQKcdAxK/LqU0Y3AXb/HWKTYl7TNeHALfg9C5HU739juO2JW8fV+957zDMrHnfyXJlch0y7E4a2vq
T+lieJiw849+jARjzV+zmQ7sW/DTmul7BICJzOt5VsHhxtoF4/Q3btQ/b75b58mdT3qil2xHv4e4vAC+VN70VAbvpUQI4WuNqJ2SDKSdfrEU2hMllCaW
92LFhIPykuG/cSLwnODgz+EhJVGgjIRCZVQ3kDUTfnOhh9qGO6Gz9hZzy/pP7gV6MmzFI2XSf0u5F7lATPq8cuGuaYBP98/e7Ejz/ObNsaCMYsl2643b
bA6JR8JglyYETd65gJUau7UAnHvpzZHEaqefgEA+r7qmO2paK59ubbhy56vtX8y7VS3XIvvEUTySsK3wEOG+pA7Dx6IfMagLm00AYUsNhSNsFhPI3fUa
/tTuFgmNf1q7hY9yaxXDaDcBoWYvrRS34EzsGMh9fq6FmYFQHF011Kj+mVpqmGoXxkYIKI13aD1XX5peKOsFcG6f5ylhKs7dB61zt+mXO6XTgVEv3jzg
E1xCsRv+d0+68pBvLqzFQw0vzuCLjSIINBRpaG3MuxP2+sLTM0mjVhdNsHwK+DUcTwYB8CoQ4W1gK09k71hKNOZYbB3Vkj0xBhE/Pb0TYTSgXdLnD5Sv
13dtG28g2DBCx3C5ttPs08s4vpa/AcVtwFQstlswfdNxtkeg8cCReYCk9otWQSAknBt0UZBe6VdZ51qQxXkxEOSAVzqN1RD5+iyCYPJE5S1mzF6o5rho
spXxn1Lg9LjzJIduBXfznRk3fY1XiLc98cCRcaTq2/bIHymGZinaeOyOzfRoTB7bm24Y2+To6AQi2o5DBbe0IvP1mcxkbcM+32tx+jJO1obr8coQDsgr
E4iqwXKVv4HFHZsa183MwDw2bn2CrUVcLGVxk+ieiPJ2bjt5Lbz1GKtecUqzM92ExfPR4xuJ2ESHpc+ReRrANZLWobK3FLF/aeEVb/U3tU8wyni/uvyg
gzUck7Lq3X1a6gVHeDUxa6TRCV4R2XNVXaZ5tdRlcjMLk+s1PgBcVLUxFWkWk8/RQWR8CBtgr5IE/zKqQNM+Ogjj78Z9ltVCUKTVbQ8CNUCOosg5cVNt
Zs5B3iaNgVlYi9jav1Uz4A3GKjE6x6Yog+iFHcu0S57/IZfHOxIZ7qdZ0DywZXTsjXpBCvdO/ewBV/hg9KrSdw8Y5ejv1SAMR+/4M3BgbGRpUoYw0lF5
xbG/UEOGMxISeDp0iGTWwXOUI8+FdkuLducCGxmIqDf1XEBtsB5PtZq40q4yT5fvhkrqDLxM4HsmdwMCMghOeSLrH9FFsIHKe6ztiLlQ8TJdcXflYmv4
tzCmIHXj8HCAh52ODlKoA74OE1UcCAyZ4GHLjE1Gr3FFResm7kbYWn9bkxXTxBoGawN17AQYFI/gYT6DHHOlgWC9x5Asn6j0ainvPnaXLkr4D2XxkFWg
D6iK1QcHqUv7vMUa8M+ovtc5Xgmy8o7VrDsSLVfLzvrEw3AY6IWIv2wvL3v6IyRvIaINnkohliQF/HiLoYWUiMKo+P0JZeJQKi88pRIPL6jNyQRDlqlN
vbzYXfb+LxcybdxxsgAA
""")
}
