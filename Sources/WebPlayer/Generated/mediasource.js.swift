// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let mediasourceJS = PlayerFile(name: "mediasource.js", text: ##"""
const tickInterval=100;
const firstTarget=0.12;
const longestTarget=0.6;
const targetStep=0.04;
const targetRest=0.98;
const targetHold=3000;
const jumpLimit=0.4;
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
this.size="";
this.timer=setInterval(()=>this.tick(),tickInterval);
video.disableRemotePlayback=true;
this.stoodAt=0;
video.addEventListener("waiting",()=>{
this.target=Math.min(longestTarget,this.target + targetStep);
this.stoodAt=performance.now();
});
}
begin(kinds,size){
if(size===this.size&&kinds.length===this.parts.size&&kinds.every((kind)=>this.parts.has(kind)))return;
this.size=size;
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
if(performance.now()- this.stoodAt>targetHold)this.target=firstTarget +(this.target - firstTarget)*targetRest;
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
H4sIAAAAAAACA5VXbW/jNhL+7l8hG4VBNopOvr5ca4c2tsAWXSB7u0127z4EAUqLY5sbiVRJKo7P9n8/8E0vSbaHQxBLmhnODGeeGQ4LKbRJDC8e3gkD
6pGWZJbni1Hh6BuutPlE1RYMybPZ3yO9lGILPc6PkWEc5dZATfIs/35IvgFthX/+aUj+TZaMfJd3Vr80VX3NK26FOxWyBEVFAVbxd62DVBtQN9QAmWX5
D5GsS7kP5Dz7+R+R/AC1uYVCCqZJK2sULR68udkPnRO3slEFELQt5ZqWn3Zc4+w9FXQL7D0wTj1/ter4WY++GMFTLZVJipJqnfQ4H0t6WNPi4ejtqKYw
UqFHzkCmsjZcCo2PI2P1OSJxvwtPCQIkPAPVh5H0khUYCvayEYzk4Zvrj7TRwMiGlhoC0UZbtyI1VUYTAfvkPa0RDlTN/wNkMon2eAWKaDARMghhsgys
4gHhtI8nvBi5LWSMa7ou4QYqadowEKOa6Ik2UrI3xvriV1DG3j6CMNdcGxCg0GRPueFiO0mtxeNg+++p2WUVF2gAzrQnklz08ImfGa1BbaSqLMIyIfd2
62f7P1rDlgv0wAXTqY0DPo74BrmIENJGZzp1ElkJYmt2keOiOeDDI6gDcupizLzQjmpPxViBaZToh97+vJogr7Sidavyzj7T47rZbEDNRVOWaSEZFPPJ
JA3Rm9/dn+9xDMAato14PQChmHwleG/8u4A98nDGVo5vkOM2qsSfb64zBY/yAT6sv0BhPt9cd8xgslElsXKFAmp6cl57lPIY0KogcdGAUZf0gHBWUFPs
HACPNl9eRSaFf5E1CNKic1M2eucyO6KMIQ3bCoTBoRQTG9p+3rZgokzmout2OrbMNkf2IwtxzWqrPmoNzvZshtdjGy/v4ypTQNnh1lADY0Im1ufJ6TQO
FQ8CdZDYSIWcsz7N1vq93CSd03EzAQAx5Wdiud5/zzmd/DNrakatyOk0jvvwIMaFFIYLW54+PgKeDIkyGy7YO8HgCaGjA9g55fYTk6V7LvPp1NHDY0yc
C5n7aLG1ttlrdeq65AWgPLWWrvLV0J+5pdqwqkPMmFNGnJK7/N7rdpv8uuXjKOy72FGxhU+HGpA51PBh4yrIF4stjm4NCXrPcSmtaxDsF/eBbCl+5sL8
9EYpekBfJBfAkPPJF+ZxfTCgz5gs3QvGVvvZ4xaUksojIrxngla2s0x+b6Shb58KAAbsreVNsG9milcox4sRlBqS/rmQ1UquS6jQINJn9+eB1Ie6JndZ
lnXQuXeRCy1LVoDQXewj53vrvXuNWEx84/bqHICJX7rhpQHlFkfw2dXPsBVXcn1tT+kXzecS9ZvTapXjZXdQO0edzaDuypv2H9PpGHm102lfqPU8nH5f
qSW3BB/7+e8XeYuz1coeiGGGONRA+igaJMAWXRgXMq4t4m6b2k4HwBz0cDzw/zKNvcbEoAQDKPSkrkzP3mmfKNLvMdiepd6HAFtneNFfkEnhegGAYK/2
zJj44cm2zC3PHq8gWIcwsEPWEGDZIy0b0Ajfx8Lw4GqxtQqeAAspWwXPWrI18ZzmRZPLZIbntiyCm9Adx6t2NsiyzNEjSMGdmSDYMsd47nbiR5jYRv1g
BoKd3cnwvKnb1P6zqdagMq5/5YIbcDpPp7F9xLYdG35MMNcfFTxy2ONjGHWKRikQ5hOvgIBgyWWSZ/ksbsb6xTcoHHxuhptOx4OZDv/VqWjr+kWFJf35
Z9nN4vgrQ2VygfrD1GX/doC/7Ub8WBR0B5SFzbzYZBLMt8r6A+ticIYBO8chOPaMd0JzBg5evus+AwPOHuDggOYbWTyZRq2cNlSZQL8iL9276C4c0+kL
9hUZINKr8XF2u162V5jTCY2jv9OpZ+a4rZI9FQZikP5nQJKSakNer5F2T6/WhbezeAVsvjToE/IiaTdGU20s8NtB0V0Ukgsys2js0GaneHfT8ptrw7bq
7mZzx7q67HjdBW0+81XU327vnOtd2VwPaoltCBtheEl6g+EQZVa21+tjzxkMTW1j8iexF5lOx88mpOn09dbzku4zkeMr51zwIm4jCCuo5KMddpxMOKdt
6rWhhmvDC9110z8bWnJz6G9zC+Zf9iXepH73IqsMtT3wONpzZnbz3ir3+29LTXfAtzvzgvmbI6cu2/Mu8elI7+RezP+MZow0tHQe/KpoBXq1ylOmZF0D
64QC4ZnYiEFJD/MWerm/pfWq4EUm8bcz+DEdnW2YilJqcLEpgar2EtrdTYenpZNCw1uFD/4bYxRfNwbQRKtiMhQpJWX/5+XGZrAbCD5sSH+kJMs/vjna
b0LIbDVxRibzCW0Yl5Pz36r6+4WfZzWZfBNG6skfi9GmEYU9NZIwWdYcCmjn/MTNlOTZEOplMgWsKQAh3VSpI2Gy1E2VXCTuK8A3zW2Jl2AS6u7eba14
qURuktams5ZpMN5ESu1ATk1yQfoae8OCW2C//wuSOq8RaRIAAA==
""")
}
