// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let mediasourceJS = PlayerFile(name: "mediasource.js", text: ##"""
const tickInterval=100;
const firstTarget=0.12;
const longestTarget=1;
const targetStep=0.04;
const targetFall=0.0005;
const jumpLimit=0.7;
const tolerance=0.03;
const fasterRate=1.05;
const slowerRate=0.97;
const keptSeconds=5;
const trackLimit=1500;
const Source=(globalThis).ManagedMediaSource??globalThis.MediaSource;
export class MediaSourcePlayback{
constructor(video,options){
this.video=video;
this.options=options;
this.target=firstTarget;
this.rewound=0;
this.isPaused=false;
this.jumps=0;
this.parts=new Map();
this.timer=setInterval(()=>this.tick(),tickInterval);
video.disableRemotePlayback=true;
video.addEventListener("waiting",()=>{this.target=Math.min(longestTarget,this.target + targetStep);});
}
begin(kinds){
if(kinds.length===this.parts.size&&kinds.every((kind)=>this.parts.has(kind)))return;
this.parts=new Map(kinds.map((kind)=>[kind,{buffer:null,codec:"",waiting:[]}]));
this.begunAt=performance.now();
const source=this.source=new(Source)();
if(this.url)URL.revokeObjectURL(this.url);
this.url=URL.createObjectURL(source);
this.video.src=this.url;
this.video.play().catch(()=>{});
source.onsourceopen=()=>this.flush();
}
add(segment){
const part=this.parts.get(segment.kind);
if(!part)return;
part.waiting.push(segment);
this.flush();
}
flush(){
if(this.source?.readyState!=="open"||!this.open())return;
for(const[kind,part]of this.parts){
const{buffer,waiting}=part;
if(!buffer||buffer.updating||!waiting.length)continue;
const next=waiting.findIndex(({codec},index)=>index>0&&codec&&codec!==part.codec);
const batch=waiting.splice(0,next<0?waiting.length:next);
try{
const codec=batch[0].codec;
if(codec&&codec!==part.codec){
buffer.changeType(typeOf(kind,codec));
part.codec=codec;
}
buffer.appendBuffer(new Uint8Array(joined(batch.map(({bytes})=>bytes))));
}catch(error){
if((error).name==="QuotaExceededError")this.trim(0);
else this.options.problem(part.codec);
}
}
}
open(){
const parts=[...this.parts];
if(parts.some(([,{buffer}])=>buffer))return true;
const ready=parts.filter(([,{waiting}])=>waiting.length);
const isLate=performance.now()-(this.begunAt??0)>trackLimit;
if(ready.length<parts.length&&!(isLate&&ready.length))return false;
for(const[kind,part]of ready){
part.codec=part.waiting[0].codec??"";
const type=typeOf(kind,part.codec);
if(!Source?.isTypeSupported(type)){
this.options.problem(part.codec);
this.parts.delete(kind);
continue;
}
part.buffer=(this.source).addSourceBuffer(type);
part.buffer.onupdateend=()=>this.flush();
}
return this.parts.size>0;
}
get end(){
const ends=[...this.parts.values()].map(({buffer})=>buffer?.buffered.length?buffer.buffered.end(buffer.buffered.length - 1):0);
return ends.length?Math.min(...ends.filter((end)=>end>0)):0;
}
tick(){
const{video,end}=this;
this.flush();
if(!Number.isFinite(end)||!end)return;
if(this.options.isPreview){
video.currentTime=end - 0.01;
return;
}
if(video.paused&&!this.isPaused)video.play().catch(()=>{});
this.target=Math.max(firstTarget,this.target - targetFall);
const ahead=end - video.currentTime - this.target - this.rewound;
const{buffered}=video;
const isInside=[...Array(buffered.length).keys()].some((index)=>
buffered.start(index)<=video.currentTime + tolerance&&video.currentTime<=buffered.end(index));
if(ahead>jumpLimit||(!isInside&&ahead>0)){
const wanted=end - this.target - this.rewound;
const last=buffered.length?buffered.start(buffered.length - 1):wanted;
video.currentTime=Math.max(wanted,Math.min(last,end));
this.jumps +=1;
}
video.playbackRate=ahead>tolerance?fasterRate:ahead<-tolerance?slowerRate:1;
if(!this.rewound)this.trim(keptSeconds);
}
trim(kept){
const until=this.video.currentTime - kept;
for(const{buffer}of this.parts.values()){
if(buffer&&!buffer.updating&&buffer.buffered.length&&buffer.buffered.start(0)<until - keptSeconds)buffer.remove(0,until);
}
}
get statistics(){
const quality=this.video.getVideoPlaybackQuality?.();
return{
width:this.video.videoWidth,height:this.video.videoHeight,jumps:this.jumps,
shown:quality?.totalVideoFrames??0,dropped:quality?.droppedVideoFrames??0,
delay:Math.max(0,this.end - this.video.currentTime)*1e6,
};
}
close(){
clearInterval(this.timer);
this.parts.clear();
this.video.removeAttribute("src");
this.video.load();
if(this.url)URL.revokeObjectURL(this.url);
}
}
const typeOf=(kind,codec)=>`${kind===1?"video":"audio"}/mp4; codecs="${codec}"`;
function joined(pieces){
const bytes=new Uint8Array(pieces.reduce((sum,piece)=>sum + piece.length,0));
let at=0;
for(const piece of pieces){
bytes.set(piece,at);
at +=piece.length;
}
return bytes;
}

"""##, gzip: """
H4sIAAAAAAACA5VXbW8bNxL+rl+xEgqBrGV21WvvrpIpIQUSNIDTpHFy/WAYKLUcSYx3yQ3JtayT9N8PfNtd2W4PhQFrOTMcDmeeeWGhpLGZFcX9W2lB
P7CSTvN8Pig8fS20sZ+Y3oClOZl+n+ilkhtoOdNEtn59Y6GmOcl/OCe/YWXpyHn+Y2J8aar6WlTCKf9XK61K0EwW4IT/0VrCjAX9kVmgU9JpMKXaRXJO
fmp13ENtb6BQkhvaylrNivtw3PTH7o43qtEFULQp1YqVn7bCYPKOSbYB/g64YIG/XHZ80qPPB/BYK22zomTGZD3Oh5LtV6y4P4RzdFNYpdGD4KAmqrZC
SYMPA+v0eSL1/+eBEgVo/I3U4Ejai0pkaNipRnKax7UwH1hjgNM1Kw1EovO2aUVqpq2hEnbZO1YjnE4QFWhqwCY0IITpIrKKe4Qnfajg+cAbTbgwbFXC
R6iUbS9OrW4gSTDOXz+AtNfCWJCg0WjHhBVyM5q4Ew79+71jdksqIdEZzCY9keyihzU8P+H54DRYwUZIdC8kd44V6/BJSpAbu6WUdtcmRvwXxuPAhwfQ
e+SF01WD0JaZQMVYg220fNFzQUnF6lbFrfudHFbNeg16JpuynBSKQzEbjSbx0rPbu9MdTk5fwaaRryytQa+Vrhz2iVQ7F5SI8gBRLxy/JexQwBl2cmKN
PLfRJf788ZpoeFD38H71BQr7+eN1x4xHNrqkTq7QwGxPLmhPUiF0Rhc0bTpj1CXbI0wKZoutx8nBBSKoIEqGD1WDpC2I1mVjtsiHi3GODGwqkBbHHMmc
a/tx2oBNMsR719906JhtTNyCRL+S2qlPWqOxvTPj56H1V7BxSTQwvr+xzMKQ0pGzeXQ8DmMqgkQdBNZKI29sCLM7/U6ts87odJkIgBTyE3XcYH/gHI/h
lzQ1Z07keBymewTQ4kJJK6TLouAfCY+WJpm1kPyt5PCI0MED7DQRbonpwv8u8vHY0+PPkHoTiF+02Fq56LU6TV2KAlA+cSdd5ctze2aO6tyq9yliXhn1
Sm7zu6DbX/LPTz4M4r2LLZMb+LSvAdl9De9DxoZkccnR7aFR7yltZXUNkv/sF8il4mch7b9fac326IsSEjjyNoXEPKz2FswJ04X/wNhpPwXcgtZKB0TE
byJZBZTS0W+Nsuz1YwHAgb92vBEORUiLCuV4PoDSQNYv2KTWalVChc48ffJ/AUh9qBt6SwjpoHPnPRdLlKoAodtUR053znr/mbCYhfoa1HkA07B1LUoL
2m9O4HO7n2Ar7RTm2rXPZ8XnEvWL03KZ40XXQb2h/syo7iocHRbj8RAFteNxX6i1PLalP8klvwUf+vHvJ3mLs+VyNGqb+74G2kfRWQBc0sU+ToRxiLtp
ate2gXvo4dSJ/zKMvcLEoQQLKNakLk1PwegQKNqvMdi1wGBDhK0/eN7fQJT0tQBA8hdrZgr8eSdb5I7n2iJI3iEM3PRzDjDywMoGDMJ3KTECuFpsLaMl
wGPIltGyluyOeEoLotllNsUzlxbRTOja77Lt6YQQT08gBd8zQfJFjvHM3yRMGqmMhokJJD/5zvC0qLvQ/tpUK9BEmDdCCgte5/E4dD+pbKeCnwIszAcN
DwJ2+BAnlKLRGqT9JCqgIHl2meUkn6bLOLvEGsXG54er8Xh4Nmzhv+qKz+cb9oh6g9zZdHPZG5nbPGVbYDxa9sxit+VcQW8snJ81JOCnNGqmAvBWGsHB
YyWU0CeRxeQe9h41oSqlNjNo5Yxl2kb6FX1u3kU31o/Hz9hX9AxeQU2Irb/1on0oHI9omOwdjwMzxy3kd0xaSE76vw7JSmYsfRnw7Z1eBHk4Z/4CctrY
BpFJN8syYx2K26nPj+PZhXs9nQYddNzk7N8z4XKt25bdC2jmWVeXHa97Bs2mISX61+01rd7DyBeUlti6sJFWlLQ35Z2jzMn2CncqIGcTUFtlQlsNIuPx
8Mm4Mx6/XEee00MkcnzljYtWpGtEYQ2VenCTi5eJTdeF3lhmhbGiMF1p/NqwUth9/5obsP9xH+n18lsQWRLUFrTDYCe43c56u/z/3x11sgWx2dpnzF88
eeKjPesCPxmYrdrJ2dd0jFWWld6CN5pVYJbLfMK1qmvgnVAkPBEbcCjZftZCLw/FpJcFzyKJv53CPyeDk3NTUSoD3jclMN0+/Lr34Hnr81Lo/IkQnP/K
Wi1WjQU0MroYnYuUivG/+VJxEey6+/s17c+HdPHHNwe3ppROlyN/yGg2Yg0XanT6rqp/mIfh1NDRN3E+Hv0xH6wbWbgWkMUxsRZQQDu0Z35ApE8myiBD
NPCmAIRMU008CdOFaarsIvOrCN9J7lK8BJsx617bba4EqUyts/ZMfxoxYMMRE+ama2azC9rX2Ov8foNb/w8jDU7CuBEAAA==
""")
}
