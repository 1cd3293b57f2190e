// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let segmentsJS = PlayerFile(name: "segments.js", text: ##"""
import{Flag,Kind,NAL,audioFormat,codecString,nalType,nalUnits,parameterSets,pictureSize,u32Bytes,utf8}from "./worker.js";
const timescale=1_000_000;
const u16=(value)=>[value>>8&255,value&255];
const u64=(value)=>[...u32Bytes(Math.floor(value/2**32)),...u32Bytes(value%2**32)];
const zeros=(count)=>new Uint8Array(count);
function join(parts){
const bytes=new Uint8Array(parts.reduce((sum,part)=>sum + part.length,0));
let at=0;
for(const part of parts){
bytes.set(part,at);
at +=part.length;
}
return bytes;
}
const box=(type,...parts)=>
join([u32Bytes(8 + parts.reduce((sum,part)=>sum + part.length,0)),utf8(type),...parts]);
const fullBox=(type,flags,...parts)=>box(type,u32Bytes(flags),...parts);
const unityMatrix=join([
u32Bytes(0x10000),zeros(12),u32Bytes(0x10000),zeros(12),u32Bytes(0x40000000),
]);
const listed=(sets)=>sets.flatMap((set)=>[u16(set.length),set]);
const avcC=(sps,pps)=>
box("avcC",[1,...sps[0].subarray(1,4),0xff,0xe0|sps.length],...listed(sps),[pps.length],...listed(pps));
function esds(configuration){
const specific=[5,configuration.length,...configuration];
const decoder=[4,13 + specific.length,0x40,0x15,...zeros(11),...specific];
return fullBox("esds",0,[3,3 + decoder.length + 3,0,1,0,...decoder,6,1,2]);
}
function sampleEntry(track){
if(track.kind==="video"){
return box("avc1",zeros(6),u16(1),zeros(16),u16(track.width),u16(track.height),
u32Bytes(0x480000),u32Bytes(0x480000),zeros(4),u16(1),zeros(32),u16(24),[0xff,0xff],
avcC(track.sps,track.pps));
}
const rate=track.sampleRate<65536?track.sampleRate:0;
return box("mp4a",zeros(6),u16(1),zeros(8),u16(track.channels),u16(16),zeros(4),u16(rate),u16(0),
esds(track.configuration));
}
function initializationSegment(track){
const isVideo=track.kind==="video";
const[width,height]=isVideo?[track.width,track.height]:[0,0];
const table=box("stbl",
fullBox("stsd",0,u32Bytes(1),sampleEntry(track)),
fullBox("stts",0,zeros(4)),fullBox("stsc",0,zeros(4)),fullBox("stsz",0,zeros(8)),fullBox("stco",0,zeros(4)));
const media=box("mdia",
fullBox("mdhd",0,zeros(8),u32Bytes(timescale),zeros(4),u16(0x55c4),zeros(2)),
fullBox("hdlr",0,zeros(4),utf8(isVideo?"vide":"soun"),zeros(13)),
box("minf",isVideo?fullBox("vmhd",1,zeros(8)):fullBox("smhd",0,zeros(4)),
box("dinf",fullBox("dref",0,u32Bytes(1),fullBox("url ",1))),table));
return join([
box("ftyp",utf8("iso5"),zeros(4),utf8("iso5isomavc1")),
box("moov",
fullBox("mvhd",0,zeros(8),u32Bytes(timescale),zeros(4),u32Bytes(0x10000),[1,0],zeros(10),unityMatrix,
zeros(24),u32Bytes(2)),
box("trak",
fullBox("tkhd",3,zeros(8),u32Bytes(1),zeros(8),zeros(8),u16(0),u16(0),u16(isVideo?0:0x100),u16(0),
unityMatrix,u16(width),u16(0),u16(height),u16(0)),
media),
box("mvex",fullBox("trex",0,u32Bytes(1),u32Bytes(1),zeros(12)))),
]);
}
function fragment({number,decodeTime,duration,compositionOffset,isSync,data}){
const size=data.reduce((sum,part)=>sum + part.length,0);
const moof=(offset)=>box("moof",fullBox("mfhd",0,u32Bytes(number)),
box("traf",
fullBox("tfhd",0x020000,u32Bytes(1)),
fullBox("tfdt",0x01000000,u64(decodeTime)),
fullBox("trun",0x01000f01,u32Bytes(1),u32Bytes(offset),u32Bytes(duration),u32Bytes(size),
u32Bytes(isSync?0x02000000:0x01010000),u32Bytes(compositionOffset))));
return join([moof(moof(0).length + 8),box("mdat",...data)]);
}
const withLengths=(units)=>units.flatMap((unit)=>[u32Bytes(unit.length),unit]);
const aacFrameSamples=1024;
const longestDuration=1_000_000;
const firstDuration=33_333;
class Timeline{
constructor(){
this.shift=null;
this.end=0;
}
restart(){this.shift=null;}
place(media){
this.shift??=this.end - media;
const time=Math.max(0,media + this.shift);
this.end=Math.max(this.end,time);
return time;
}
}
class Muxer{
constructor(track,timeline){
this.track=track;
this.timeline=timeline;
this.number=0;
this.needsRandomAccess=true;
this.parameters="";
this.duration=firstDuration;
this.lastDecodeTime=null;
}
add(frame){
if(this.needsRandomAccess&&!(frame.flags&Flag.randomAccess))return null;
const isVideo=this.track.kind===Kind.video;
const units=isVideo?nalUnits(frame.payload):[];
const beginning=isVideo?this.beginVideo(units):this.beginAudio();
if(!this.parameters)return null;
this.needsRandomAccess=false;
const decodeTime=this.timeline.place(frame.decodeTime);
if(isVideo&&this.lastDecodeTime!==null){
const passed=decodeTime - this.lastDecodeTime;
if(passed>0&&passed<longestDuration)this.duration=passed;
}
this.lastDecodeTime=decodeTime;
this.number +=1;
const bytes=fragment({
number:this.number,decodeTime,duration:this.duration,isSync:(frame.flags&Flag.randomAccess)!==0,
compositionOffset:frame.presentationTime - frame.decodeTime,
data:isVideo?withLengths(units.filter((unit)=>![NAL.sps,NAL.pps,NAL.delimiter].includes(nalType(unit)))):[frame.payload],
});
const end=decodeTime + this.duration;
if(!beginning)return{codec:null,bytes,end};
const both=new Uint8Array(beginning.bytes.length + bytes.length);
both.set(beginning.bytes);
both.set(bytes,beginning.bytes.length);
return{codec:beginning.codec,bytes:both,end};
}
beginVideo(units){
const sps=parameterSets(units,NAL.sps);
const pps=parameterSets(units,NAL.pps);
const parameters=`${sps}/${pps}`;
if(!sps.length||!pps.length||parameters===this.parameters)return null;
const size=pictureSize(sps[0]);
if(!size)return null;
this.parameters=parameters;
return{codec:codecString(sps[0]),bytes:initializationSegment({kind:"video",sps,pps,...size})};
}
beginAudio(){
const{configuration}=this.track;
const format=audioFormat(configuration);
if(!format||this.parameters)return null;
this.parameters=String(configuration);
this.duration=Math.round(aacFrameSamples*1e6/format.sampleRate);
return{codec:format.codec,bytes:initializationSegment({kind:"audio",configuration,...format})};
}
}
export class Segments{
constructor(session){
this.session=session;
this.timeline=new Timeline();
this.muxers=new Map();
this.codec="";
}
connectSound(){}
restart(){
this.muxers.clear();
this.timeline.restart();
}
add(frame,track){
let muxer=this.muxers.get(track.track);
if(!muxer||String(muxer.track.configuration)!==String(track.configuration)){
muxer=new Muxer(track,this.timeline);
this.muxers.set(track.track,muxer);
}
const segment=muxer.add(frame);
if(!segment)return;
if(segment.codec?.startsWith("avc1"))this.codec=segment.codec;
this.session.post({segment:{kind:track.kind,...segment}},[segment.bytes.buffer]);
}
tick(){}
async snapshot(){
return null;
}
close(){
this.restart();
}
get statistics(){
return{path:"MediaSource",codec:this.codec};
}
}

"""##, gzip: """
H4sIAAAAAAACA5VZbXPbNhL+zl9Bc3oeIkYZUpI9HqmwJ20vXy7pzdTt3QeNpoVJ0ELDtwFAR7as/36zAAiCspLmMpOIWCwW+/JgsdjwumuF2r+v6AP+
F28K/Mu7D5j2BW/ft6KmCudtwfI7JXjzgBta/fbUMfj9veFK4o4KWjPFxB2DEc9VL9gdf2a4n89+fFJM4l6V14dStHUYJW8/t+ITE8lfMloFedtIFSpe
M5nTipHsjzRN4e8w1WdXJH6kVc8QuVnrj5ub6/PZ5SXWA/jaOOarhcecJMmgQPyRqm1SVm0rzPzb2Zs38xlC2GfSM/8wM07mMxOtJHHe9o1C5KZhn8Pf
eaOu3wlBnyx5FZR9kyveNuFfLW/ijgol0d5KuAfh5GihZkkEK/qcxbHsa3AjbCD7OrwIYZBUrHlQW5witAoqpkKqSLoKylbERjAwhW0ZDtvpjRLJlJaO
KShGVXhBPGmr4BAIpnrRGL1gbNVsdyRWENkkSYxIchNoe9bORddWt29XXcdey0VO8AYN3i37qvrRbVxW9EH629+3OzPjFNAsoyQnqG+4evpIleA7YnQO
3Jp0l6VpmiKsYxlnM4S/cW6Rmj8IB6POFZeKFSSWTOsIP0lZUfWRdjEQAXt9dgWf1g8IS6ZGAfQx/4nEspO467STwcwIqBFeZ2Cb7OQ63SSyv6caLRle
IJzuyhKnO5a+yE5ayRvgNgqBQITX3ck52MiHKZOFBBSV/KEXFEgOrrJjOS95TtaXeMIxBDVJkgndHZWCQZ4QZL3A2Ty8cJIcGnaLFKe77BJEWH9nyNhr
ODerAZwWGHEEmkY4xes5Bpl2DysyvAjnOMUZTkGKncNXOMMzcPdhNFjSuqvYPxslnmIlaP4J7QNems/kE28KQkj0yAvWRmjvToiNSxZZeFwhDJHNHFws
wYj5zAuI9UjYMv6wVQj7UFxcG0CdIBmZi6M95jNDmC0QXlsMlOUGBwAYuxFgyXzZQA+HWlDFiOXRHviVKvbD1eXl/Or2mLxMVxPD625Bv2T4tW9mvqVN
wyppea6OLAEdzBecI408u26Cv2m8eMMVpxV/1pN37KFmjXKRM8Zx+R8IGDkVRIvJtY4JNoHYELvidu0FDPux2izXKU4dohW9rxjR3pDqvopw4HAplSwA
ly6OGcKvQYYmK5RG8uAchH1h+Zennsep6+lU3k5WuQxTs4JTo3ddcOrrXRfbwpc3GuBu4aP4pbvLy3wxEGcTm7ZFJXwVTLYf3KxjES0j2fZN5M7MHCQY
3XhTRnjgdkIfa1AxG01ejibXvvYLJ6nQkhxbIVh5HBw32YsqjHCGEMI6vuA2i3t7c2iRpXrqImNPxGV7GaEjKzWVy7bWGWI0qm0fJw5//L8c/upiWmc4
3Qy+g8Qx3nQ4sDHxF86cJkrQT74m6hNoMj+hiX+uJwc8nfwMkUqXWrvxUPs6Ac3LhJZrSIWGhHCgIep89sh2XviUgOE0fK91zWYIYhgcZfpSUJMs9k1f
3zOBzbXwG68ZLmyywXlbd63k8P3vspRMYS7vnpocF1TRw3gX8mdGgPSt5Y47gG1bkrjVom0dA8DwMVqX22kCMer60Ssn0TP8u3QGuPD9gSZchdJcmalc
cH+1iEcPTHlF3zjeMs1O+9saMRIGJ3ok8JN/zRln3g7KpgCYNEuzo6vvVRQQenUYwWux/idF461/jbDNblRF+u6niqKNd/N95mr7QbNLEgM+odLSv2Ox
BkNdrQ0KAcHVbDDwijaav4d3zp3O8ZJk6WzhKsK2eWBS/Wwd8/oVU3LhTc/nf8zn81WQV1TKEMJS8YZZzIk+V62I0T5QWy4TueWlIk1fVStDYE0BrwCo
4qWiQsVof8x4CLqK5iw2R8wXdHtLBiHh9+aW8N9gRD+TarqLU6wnw4twXIw8DRzjQMGwfowdjEDJgzXyY79jYmqhviD1MrB+UFNTzY1utxs4yPBh6ea4
gC/MkLFC/kqboq3f5TmTkijRD7zuiSpJFFnaAGMyCY6drKhUP7tTY/1/CGhRxCWIstXjyY3Pz88MU6IfK+fwrE6Ex4CQ9ZIRe1TMOC8MFQ28yBNd1fiP
HemKmeEhbjft6FPV0gIt166MuWcPvGl48+DW6F00WY/tAVmO5Hfw+o/RCsw8O/LhVP0veL+klWTTl4F25SSmiQGqUdzLUnpbq+v5+YmInBEdE5eoOyol
K8goIvw+PLFMyzW8N+n5ufn64ej4oik8DBNE/xQyCk+2B8vwgmSryft/vJYCw7L02E/dUcuJGvZ+Wv4Nss4ISXHwKq8uLTQEk6xRWqB10rHrcQCZdDng
xMuisU2evFJMuNx5tv7l3Qf9/oDfzv4WrOI1V0xsEt7kVV/A9Wb6RmYhQmi5nuB1g4ODS7aQYrxY2ixUuDMKoHSgtnDc6ybVEmCBtcsxa4qDC0Krtsc9
GCchMZ0Td7v4Q7QKYK1uqxwtmEzpHU9LdGnRqjhy6bHRdgmirMqH4NXRHF/nkkwabmYe2yg4D3Zf4et8vjEz/vndXnby8Pa7fdfJw5/Gy2Or4eXlrPMG
3kJCvpogvFLKaw7GpsdhM4wuIF6nFW+T8fPIm15vcpBpPXr6DbmHtLq0z0RsuzC6CcGf2QGN7rcp0Hp+P3mtHrw87S553SslXt/0qMNiTDVsLy9/n1Q9
6619x/KmmUpfyqLtmyI+qlbeZOzqrdnYe/Af49Iy+KD8qgu1pdG0SQSONHKsKw8B20F3OTSFgBUhp7WAZFKaHpQpN8yQ2N/jQgCO8VA1xYMXaqgwTJsV
aruBrI3Rl74uDBuWqzvtIbT3SyhfRpJXjAonwd1VjntSCeChJwEdWi2A+LIemO1aGKxYDOjJlxcbVT1KTvVEzsgQ+ZMdk31gNtRGw9dQVPl6Tx2kk5Wn
ENZkr26WJkDEKDUWPPacmlkLVk2zJOPp20T7SP6Xq61tnSHkBWLCvJpEO+laqeK95VgajI2FkD6hZu5wwOtBkMmz931ZMmHKf8XzTzq6VD41eSgb2slt
q4M8OWJQmraSueBPwvvAVCjhopSK53Jcu++o2i6jj1Ac37W9yFlk/nNkORppYf8/vEvxh1UZAAA=
""")
}
