// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let workletJS = PlayerFile(name: "worklet.js", text: ##"""
const capacity=2;
const tolerance=0.005;
const shortestSplice=0.005;
const longestSplice=0.0125;
const fade=0.008;
const ramp=64;
class SampleRing{
constructor(channels,rate){
this.rate=rate;
this.size=2**Math.ceil(Math.log2(rate*capacity));
this.planes=Array.from({length:channels},()=>new Float32Array(this.size));
this.start=0;
this.end=0;
this.position=null;
this.stretch=0;
this.owed=0;
this.gain=0;
this.last=new Float32Array(channels);
}
get level(){
return this.position===null?0:Math.max(0,this.end - Math.max(this.position,this.start));
}
write(at,planes){
const count=planes[0].length;
const distance=at - this.end;
if(Math.abs(distance)<=tolerance*this.rate)at=this.end;
else if(distance<0&&at + count<=this.end&&at>=this.start)return;
else if(distance>0&&distance<this.size/2&&this.end>this.start)this.fill(distance);
else{
this.start=this.end=at;
this.position=null;
}
for(const[channel,plane]of this.planes.entries()){
const source=planes[Math.min(channel,planes.length - 1)];
for(let index=0;index<count;index++)plane[(at + index)&(this.size - 1)]=source[index];
}
this.end=at + count;
this.start=Math.max(this.start,this.end - this.size);
}
fill(count){
for(const plane of this.planes)for(let index=0;index<count;index++)plane[(this.end + index)&(this.size - 1)]=0;
this.end +=count;
}
seek(at){
this.position=at;
this.owed=0;
this.gain=0;
}
read(output){
const count=output[0].length;
this.splice(count);
let isWhole=this.position!==null;
for(let index=0;index<count;index++){
const at=this.position;
const isThere=at!==null&&at>=this.start&&at<this.end;
this.gain=isThere?Math.min(1,this.gain + 1/ramp):Math.max(0,this.gain - 1/ramp);
for(const[channel,plane]of output.entries()){
const source=Math.min(channel,this.planes.length - 1);
if(isThere)this.last[source]=this.planes[source][at&(this.size - 1)];
plane[index]=this.last[source]*this.gain;
}
if(at!==null&&at<this.end)this.position=at + 1;
isWhole=isWhole&&isThere;
}
return isWhole;
}
splice(count){
this.owed=this.stretch?this.owed + this.stretch*count:0;
const most=Math.round(longestSplice*this.rate);
const length=Math.round(fade*this.rate);
const from=this.position;
if(Math.abs(this.owed)<most||from===null||from<this.start)return;
const direction=Math.sign(this.owed);
const isRoom=direction>0?from + most + length<=this.end:from - most>=this.start&&from + length<=this.end;
if(!isRoom)return;
const lag=this.bestLag(from,direction,length,most);
const to=from + direction*lag;
for(const plane of this.planes){
for(let index=0;index<length;index++){
const weight=(index + 1)/(length + 1);
const old=plane[(from + index)&(this.size - 1)];
const target=(to + index)&(this.size - 1);
plane[target]=old*(1 - weight)+ plane[target]*weight;
}
}
this.position=to;
this.owed -=direction*lag;
}
bestLag(from,direction,length,most){
const plane=this.planes[0];
const mask=this.size - 1;
let best=most;
let bestScore=0;
for(let lag=Math.round(shortestSplice*this.rate);lag<=most;lag +=2){
let product=0;
let energy=1e-9;
for(let index=0;index<length;index +=2){
const other=plane[(from + direction*lag + index)&mask];
product +=plane[(from + index)&mask]*other;
energy +=other*other;
}
const score=product/Math.sqrt(energy);
if(score>bestScore){
bestScore=score;
best=lag;
}
}
return best;
}
}
const reportInterval=16;
class PlayerProcessor extends AudioWorkletProcessor{
constructor(){
super();
this.worker=null;
this.ring=new SampleRing(2,sampleRate);
this.quanta=0;
this.beginning=null;
this.isClosed=false;
this.port.onmessage=({data})=>{
if(data==="close")this.isClosed=true;
else this.connect(data);
};
}
connect(worker){
this.worker=worker;
worker.onmessage=({data})=>{
if(data.planes)this.ring.write(this.samples(data.media),data.planes);
if(data.stretch!==undefined)this.ring.stretch=data.stretch;
if(data.begin)this.beginning=data.begin;
if(data.stop)this.ring.position=null;
};
}
samples(media){
return Math.round(media*sampleRate/1e6);
}
process(_,[output]){
if(this.beginning&&this.beginning.frame<=currentFrame){
const{frame,media}=this.beginning;
this.ring.seek(this.samples(media)+ currentFrame - frame);
this.beginning=null;
}
const position=this.ring.position;
const isWhole=this.ring.read(output);
if(++this.quanta%reportInterval===0&&this.worker){
const media=position===null?null:position*1e6/sampleRate;
this.worker.postMessage({frame:currentFrame,media,isWhole,level:this.ring.level/sampleRate*1e6});
}
return!this.isClosed;
}
}
registerProcessor("streamd-player",PlayerProcessor);

"""##, gzip: """
H4sIAAAAAAACA5VXW2/bNhR+169gAswQLdmxvS3YIjNBMaBAgRUo2gF9CIKBlWhZCE26JN00c/3fBx5eRClJ173Y4uG5fudCspZCG1TTPa0780hWVVYD
xUjOFBU1I4v5YvFrIOutVIZp82HPu/Eel6IdbC1XcW9DG8f9W6AoutuTy1+qrOZUa/SB7vacve9Ee3QM6lAbqfJ6S4VgXJeKGoaPmdl2em6/if2p3Fp3
/zCymk7fUrOd16zjOXxx2a5yyzYN8WHsJfacCqbJK6Xo43yj5C4/ciZas70KBk9ljsm1YA/oNZfU/LwC3jzai6q0ocqQhV8x0cTvvdSd6aQg4sB55FbM
1NvIIx9YL9DSTsQFp9qQJ/aDe7jKTlnLDOLsC+M5PmaKmYMSaGiZgO2bxRUAsqNf80UZ/EQzFKkDqbKPC4OdB9UZllNTOtiwTxGq5UEY4oi3i7u5gzBk
uOm0gQqiBs1QsFpl3calh37SeeDBaxIrbhpzjKkhvRzjmqFuE2XWi8mEGlQ4N9aR01KvSRKDQ+apguvFZBKVxcRerCaToOo60QKfm47z3mmn8pjWQSwC
ap6vglO2sWVtEbr1yXSw3skNSmpzzoRRHdM5jnBreVA1C3i73HUiH2jRPglohpb4rgJjnBnUiYZ9JYsK/teAmPsuCgyCtzlgCTQ86evcKSLO9i1s39ko
kkBDCgYNMSwtoKWV1/cRQGJhBR342OODwDE0xAX/j4iivZfjSvoWFcSHcco0Y/c5NWHgxBzGrD7bt6dMMdrk8mD2BzPqEkdMu8S5AtPSx15lEJj+uJWc
kYHlM+Lr50fCD5ZD+wQloTM7/deWKduYXu24Zex63XdeH6SXvInFtyzjJirQ8sKOdfxk2sD2LGxX32sBh9PL1f+k7NOeSWof5ox3F8eBeuu03JFEKtBu
qXlSH1XmSsnVPXmiZxrDs9nvNvkA0gghHleRxarKQqb9/2Ti/XWVBOPcb0FNpqVyTMowPVhuIhkVKN2YgtzVItTATmrfpEoeRJMPTu9kBMfTHaBNJeyZ
/gyjPU3HZZeO/OggXlsfvn0DAQeaW6yfmd3hSFGsBghBne5akejry/u9lDsSma8XN1YtKiBoVPhY+hPjCrZnsD1sAy83FoCIzpydkYucto7tE9PmT9rm
VkUZfSmdqtKawv1li3hDkW/KaVv91yg8vjAN/IQZj4MH1rVbQ3Kg2wrEF7nvmAI6xrFJ3hA/QL1XLwzP6D5VLTMkN/JF3tBHjvWOSN5M8yWaeZ9wgQb7
U0e2VX8aTWAjkwmMZmSE2Cn7AdwDIGBzMAoWMagd1fdkEISbzlY9sVr65YdaKmbnf8iGrYGkUYaX5rRlOG3XThmnLSrICh9B617J5lDDrdIumWCqfSRL
Nvu9+oGUe0U+m2bL1CifA8z6nNmQ7cRzxlHxfBUA1xTUVpnzDBUE1oF6CiMbgPH6LlzLflYmd1JuRAPPdYQRH7MeUtirgEB8duNgtERH8O8JtpfKvBGG
qS+Uk+VleFm84/SRqXdK1kxrqRD7aphoNHp1aDr5Uap7zkzcHT4+8DHThz1TebjrP0h1z1R6n1edaOGW3j9g8lWp3cKNReD7fKDC0Hhj+MTaTgiQ7XV1
+g8uNWvIhnLN4vVRmbkUO6Y1bRnJjw019ITJ9dGiZxeEkPPaCp7joRqjDszfemGjlkKw2oCQvXb5RAHNRRaOFR+n+6sy9/99L8JMiqjM3avBtRDgoR3j
jjUdxWUqVEUt/rQ6I+QgGrbpBGsSleH1lLL2sgAqHuHb76RG5D7ROr6hw2HrPXbOxtdV0tWwM+0zfbFkl3CZ3btiyv8ub91l5g4DSkPH/CMjrucbRXds
TeqDUkyY13YVmvgIeyVYPJGhXFKHc7i1DgB37hco1YpmCPThF2oxdFQ/cp8g1Z+0yVUVONILMABeFEn9/zTqUkIWHodYf376Wr/J+Blrf64Ccbpklxc9
/IMOtY6at65Yc4feVQqBg7L07pfwhr7qg4B1otuaOuH+VnY26LMwltpOm2TQ5Oe2QOmume1hAp2Xo0mEq+xfkIkYZn4RAAA=
""")
}
