// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let controlsJS = PlayerFile(name: "controls.js", text: ##"""
import{icon,make}from "./player.js";
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
const ms=(microseconds)=>microseconds===undefined?"–":`${(microseconds/1000).toFixed(microseconds<10_000?1:0)} ms`;
function rows(s){
const gaps=gapReasons.map((reason,index)=>[reason,s.missed?.[index]??0]).filter(([,count])=>count);
const timing=s.arrivalToShown;
return[
["Latency",s.latency?`${ms(s.latency.latency)} ± ${ms(s.latency.errorBound)} from capture to the screen`:"not known"],
["Arrival to screen",timing?`${ms(timing.p50)}, 99 %: ${ms(timing.p99)}`:`${ms(s.delay)} buffered`],
["Buffer",timing?`${ms(s.delay)}${s.soundIsClock?`, sound ${ms(s.soundLevel)}`:""}`:`${s.jumps??0} jumps`],
["Round trip",ms(s.roundTrip)],
["Received",`${((s.bitRate??0)/1e6).toFixed(2)} Mbit/s, ${(s.frameRate??0).toFixed(0)} frames a second`],
["Missed",gaps.length?gaps.map(([reason,count])=>`${count} ${reason}`).join(", "):"none"],
["Pictures",`${s.shown??0} shown, ${s.dropped??0} dropped${s.skipped?`, ${s.skipped} not decoded`:""}`],
["Decoder",`${s.path} ${s.codec??""}, ${s.width} × ${s.height}${s.failures?`, ${s.failures} failures`:""}`],
["Relay",s.relay||"not known"],
];
}
class StatisticsPanel{
constructor(){
this.body=make("tbody");
this.element=make("table",{class:"panel",part:"statistics","aria-label":"Statistics",hidden:""},this.body);
}
toggle(){
this.element.hidden=!this.element.hidden;
return!this.element.hidden;
}
update(statistics){
if(this.element.hidden)return;
this.body.replaceChildren(...rows(statistics).map(([name,value])=>
make("tr",{},make("th",{scope:"row"},name),make("td",{},value))));
}
}
const icons={
play:"M8 5v14l11-7z",pause:"M6 5h4v14H6zm8 0h4v14h-4z",
rewind:"M11 6v5l7-5v12l-7-5v5l-8-6z",
loud:"M3 9v6h4l5 4V5L7 9zm11-1v8a4 4 0 0 0 0-8zm0-4v2a6 6 0 0 1 0 12v2a8 8 0 0 0 0-16z",
silent:"M3 9v6h4l5 4V5L7 9zm12 0l6 6m0-6l-6 6m0-6l1-1 2.5 2.5L21 8l1 1-2.5 2.5L22 14l-1 1-2.5-2.5L16 15l-1-1 2.5-2.5z",
statistics:"M4 20V11h4v9zm6 0V4h4v16zm6 0v-6h4v6z",
snapshot:"M9 4L7.5 6H4v14h16V6h-3.5L15 4zm3 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
picture:"M3 5h18v14H3zm2 2v10h14V7zm6 4h7v5h-7z",
full:"M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z",
};
const step=5;
const idleLimit=3000;
const wakingEvents=["pointermove","click","focusin"];
export class Controls{
constructor(player){
this.player=player;
this.copy=null;
this.panel=new StatisticsPanel();
const button=(name,label,action)=>{
const element=make("button",{type:"button",title:label,"aria-label":label},icon(icons[name]));
element.addEventListener("click",action);
return element;
};
this.playButton=button("pause","Pause",()=>this.togglePlay());
this.rewindButton=button("rewind",`Back ${step} seconds`,()=>player.rewind(step));
this.liveButton=make("button",{type:"button",class:"live"},"Live");
this.liveButton.addEventListener("click",()=>player.live());
this.muteButton=button("loud","Mute",()=>{player.muted=!player.muted;});
this.volume=make("input",{type:"range",min:"0",max:"1",step:"0.05",value:"1","aria-label":"Volume"});
this.volume.addEventListener("input",()=>{player.volume=Number(this.volume.value);});
this.statisticsButton=button("statistics","Statistics",()=>this.toggleStatistics());
const hasPicture=document.pictureInPictureEnabled;
this.bar=make("div",{class:"bar",part:"controls",role:"toolbar","aria-label":"Player"},
this.playButton,this.rewindButton,this.liveButton,make("span",{class:"space"}),
this.muteButton,this.volume,this.statisticsButton,button("snapshot","Save a picture",()=>this.save()),
...(hasPicture?[button("picture","Picture in picture",()=>this.togglePicture())]:[]),
button("full","Full screen",()=>this.toggleFullscreen()));
this.unmute=make("button",{type:"button",class:"unmute",hidden:""},"Turn on sound");
this.unmute.addEventListener("click",()=>{player.muted=false;});
player.cover.append(this.panel.element,this.unmute,this.bar);
this.listen();
this.changed();
}
listen(){
const{player}=this;
player.addEventListener("keydown",this.keyPressed);
for(const event of wakingEvents)player.addEventListener(event,this.wake);
this.wake();
player.stage.addEventListener("dblclick",()=>this.toggleFullscreen());
document.addEventListener("visibilitychange",this.keepAwake);
const session=navigator.mediaSession;
if(!session)return;
session.setActionHandler("play",()=>player.play());
session.setActionHandler("pause",()=>player.pause());
session.setActionHandler("stop",()=>player.pause());
session.setActionHandler("seekbackward",()=>player.rewind(step));
}
remove(){
this.player.removeEventListener("keydown",this.keyPressed);
for(const event of wakingEvents)this.player.removeEventListener(event,this.wake);
clearTimeout(this.idleTimer);
document.removeEventListener("visibilitychange",this.keepAwake);
for(const element of[this.bar,this.unmute,this.panel.element])element.remove();
this.lock?.release();
}
changed(){
const{player}=this;
const isPaused=player.paused||player.state==="stopped";
set(this.playButton,isPaused?"play":"pause",isPaused?"Play":"Pause");
set(this.muteButton,player.muted?"silent":"loud",player.muted?"Turn on sound":"Mute");
this.muteButton.disabled=this.volume.disabled=!player.hasAudio;
this.volume.value=String(player.volume);
this.unmute.hidden=!player.isSoundBlocked||!player.hasAudio;
this.bar.classList.toggle("is-live",player.state==="live"&&!player.rewound);
this.liveButton.textContent=player.rewound?`−${Math.round(player.rewound)} s`:"Live";
this.liveButton.setAttribute("aria-label",player.rewound?"Go to the live picture":"Live");
if(navigator.mediaSession){
navigator.mediaSession.playbackState=isPaused?"paused":"playing";
if("MediaMetadata" in window)navigator.mediaSession.metadata=new MediaMetadata({title:player.address?.stream??""});
}
this.keepAwake();
}
measured(statistics){
this.panel.update(statistics);
}
togglePlay(){
if(this.player.paused||this.player.state==="stopped")this.player.play();
else this.player.pause();
}
toggleStatistics(){
this.statisticsButton.setAttribute("aria-pressed",String(this.panel.toggle()));
this.panel.update(this.player.statistics);
}
async save(){
const blob=await this.player.snapshot();
if(!blob)return;
const address=URL.createObjectURL(blob);
const time=new Date().toISOString().replace(/[:.]/g,"-");
make("a",{href:address,download:`${(this.player.address?.stream??"").replaceAll("/","-")}-${time}.png`}).click();
setTimeout(()=>URL.revokeObjectURL(address),10_000);
}
async togglePicture(){
if(document.pictureInPictureElement)return document.exitPictureInPicture();
const{screen}=this.player;
let video=screen;
if(screen instanceof HTMLCanvasElement){
video=this.copy??=make("video",{playsinline:""});
this.copy.muted=true;
this.copy.srcObject=screen.captureStream();
await this.copy.play();
}
if(video instanceof HTMLVideoElement)await video.requestPictureInPicture().catch(()=>{});
}
toggleFullscreen(){
const{player}=this;
if(document.fullscreenElement)document.exitFullscreen();
else if(player.requestFullscreen)player.requestFullscreen().catch(()=>player.classList.toggle("fills-page"));
else player.classList.toggle("fills-page");
}
wake=()=>{
clearTimeout(this.idleTimer);
this.bar.classList.remove("is-idle");
this.idleTimer=setTimeout(()=>this.bar.classList.add("is-idle"),idleLimit);
};
keepAwake=async()=>{
const isWatching=this.player.state==="live"&&!document.hidden;
if(isWatching&&(!this.lock||this.lock.released)){
this.lock=await navigator.wakeLock?.request("screen").catch(()=>undefined);
}else if(!isWatching&&this.lock){
this.lock.release();
this.lock=undefined;
}
};
keyPressed=(event)=>{
const target=(event.composedPath()[0]);
if(event.ctrlKey||event.altKey||event.metaKey||target.localName==="input")return;
if(target.localName==="button"&&(event.key===" "||event.key==="Enter"))return;
const{player}=this;
const keys={
" ":()=>this.togglePlay(),k:()=>this.togglePlay(),m:()=>{player.muted=!player.muted;},
f:()=>this.toggleFullscreen(),p:()=>this.togglePicture(),s:()=>this.save(),
i:()=>this.toggleStatistics(),l:()=>player.live(),
ArrowLeft:()=>player.rewind(step),ArrowRight:()=>player.rewind(-step),
ArrowUp:()=>{player.volume +=0.1;},ArrowDown:()=>{player.volume -=0.1;},
};
const action=keys[event.key];
if(!action)return;
event.preventDefault();
action();
this.wake();
};
}
function set(button,name,label){
if(button.title===label)return;
button.title=label;
button.setAttribute("aria-label",label);
button.replaceChildren(icon(icons[name]));
}

"""##, gzip: """
H4sIAAAAAAACA606227cOpLv/RUMkTEkhK1ITrsTy0dpJOcyORj7jBHnZB8MY82W2C0e6zYi1Y7dETCP87z7sN+xv7D7J/Mli+JFl+52zllgEDgSi8Wq
YrFuLDXPq7KWWx6XBcnpHWtXdZkj7L2sMvrAau83gc8mcVkIida0+sioKAsR/XX5G4ult6oZe2TO9QRnbCVR2UhMcEYlK+IHTHBTJCwuE7rMGCa4apYZ
FymrMcFFKVHN/tYwIVmCCa5ZXBYFiyUvCzNd0BymJjeu5V+U8qNdE80sdLg0Ohng/gIEovnZJM6oEOinmubsXRyXTSG3GqtuYlnWjrudyJQLjxdC0iJm
UdFk2ZmGsaqM08g3oyVblTWLtgoa+qRgX2ToFOweXdDKcd3W4AE86sAGWLOY8Q1LOmo1qxiVA0DOhWBJ1OvZy2nlOG701rdEfit5wRJF+4pJoN1O1kyi
rBQSNlIz2dQFGpDzapY0MXMc0eRE7Z7UirobvdUvURQNVbsQTR6KJkcvkEb3FZd7lsVlzhLHqsndTviqGz2LopES3U4RXpwxWndq6LRsX0Y765HbyZKt
aeEoXWte+jAMIw3X+7WnzsUvoPl+/lkU+UdH++vQCxQcPNMeRR9ut4t2ZBDq/0OHrSVYXHue1yvgjj0Ix73RpylrGt+50dtr9UL84sYNr2/0QdLKWdPK
NeaJqLbW6BpIkYG0N96KF4njaKFbN3prt7imldHMQvHu/AGENPQW3ppJYORpWc5At8/M5NevCjWKwHlXcCQ7OmaFslBvxWsh0QuICp5aqch0M2+BjDaC
35q86tmRfvFUiaX5syL5LlJDy66zYbVWm+p3Q29f9PDQJ6xI0HSH/6Ibhoq0ezYx2/TEUAWwWJ3ACoKEo/7vTqHoTEodJuhOIQy1BzPPBjo7OtIoApyq
iNl3iv127PfoRRScTVqWCbY9RGSgvQFDMqbcK3EUZDTtXmoxlnqXyAsUFEoBQ1ekSbKz03aipNEklB7tntQ5DRenVBhTX9hYHA4PzywHmmqtPsd9oiy5
1lM3L6JfmnzJaqdf2ZojykXk5DyuSwEcEuFGb4fDoTUv8D///p84vH2+Ha14Gfi+73qy/Il/Yclo6rvA/3ff9xdB6LstysXt2WTVFGoTqC7vhSM6U1nT
SuyFb7MzXiTsC/i9GdvtLbxrNXWzWPg3rrfimWS141xrVdy40Vu7X81D8pwX60h4tK75hmafyqu0vC/OTOi/nlzjc5uBhWeS8eL2+TYXTje2T7dF//Pf
aGeO1XVZvy+bInFbpMqBmFayqRmSJZIpQyKuGStuQ5Wn74ryvsA3ZHKN32mJAE2jYKKlNez1wKtOfLcl6PQU/SlEo4nTU7e9Da2sCcsoSLhsVitWs+RW
MXmvRjuUO+TnW+EJEP1n8X1WxneLW4LU2G5SDc7ZhmXACmPNT7uZWCz8Fqk3zeujWilrXmGiVtcA+FTzytXzxtswAXtyhLfk8iOVbLHw3ZcBm/cGdey2
6GLJ5UtB0POtIzzlWBa3Q/OVxmnOBKJI25+W5ELZCobgKbyMFWuZLtS7MrHrofeAydw+36r3Fj3f6rn21lWu6WCCsAtHVzB9apc8hsMVahPCE2BNShHq
DcQVXlKXVcUSBTbvCveOK/CtxjLDFqovpEo/lmgdK0Y/KEht+FRUpq1aBtB4scC41WTueQJT//tfapQyvk6lOtgV5RlIavnZcYvs24DbRzAIcIEaXr5+
HRvrDYQPXRheSSq5kDwWl7Rg2eHacFkmDxHUxw6W8I5twGUZy1kh7ZyudbeKcogrIIhJRWsZYtHxwQTTmtNpRpcswyG+GsykPElYAdsgHWMdmcv1OmOd
QIavp/GjZweANiQcnmsnTZVQyZxeLl1lHcAe52QQCZJYRmP2fcqzpGaF43meDoY9NWObUMiTDc0aBpY5MYqqMdm2xAxSTLYiLisW4rq8xy2BNa6dTRSq
ouC67ijww7VFRNsJXFZCfPEGnWyCWRYE09ePoPZGsBBfzNFJOtsEsw/zx/wN8tV7Op09YjKp2T0vkhBfBAGab06y19OTTXCcTeF5kk3fTOeAlZUN4LxC
p5t5OstO0OzzyflrdPqYB8E02LyhMzRDvv43ffOY+9PZ5pjO0VyBAvg73hzTN+hNhxUowoJnrJBPkD5GfjZH89yfzrOpfQmmATr2TuDv/DhAb7IABdMO
cIyCWTY1IPg7D+YoOMmmZhmAFN/ukEJ8MUPH/ucgSGeb08d8jvzPM9DQXL1vpvN0ttGyFrQSaQnSnqLZ+WvvBM0/KFUG88/zdPoKuJ2g2WP+Cs28Ezrz
TuCpFAAqOEU9RCllegpkKx19lA5O0uANnNOrx/wYHW8CPw1mn1+DILP09eYkVac6WTVZpsSepfPN8Yf5ZvZh9pgHPvLT+WaeTo9BmtnjxQwFs/R4A7s5
Vhgz5KfHgDHfTI9Tdf6tzapCsqq/PfIkY+c85zJ65fu+hd7TO16sf9ywQoroGlclLySr83IDt9s44/EdJnhVxo3gBb45m7AvcLVGOsp8XxayLjMxDi/6
km19Wo8i/TDOFpfVw/BCqkKKvv+N45bTVQjLRsqyiBzleCrGEKrKFTd6ayuVcdjSKzDZygfwQTuUXGYs1BRGEUs9WgLe5ygXVE5+A75pAwdNEqWpcy4k
K1jtWA0ZUWxwspKcTewNC7b/Xm9BC+Jg5cmY4Ev9hBuxQtUx8TKjD47bV8Dg0jsENBCT2/c0voPcIVnVmgQrbhVB0+/QmA4gdCQzvmGG4Df1ZaI+oOOW
4HN47tN4WjUDMQC931PeSLazI4hJmOCLRhqFbM1KwE2iZ8PRWWsJbcqsyZnZBS8qaNiYTdS0WDNMcl6E2Mckp19CHGACigix7/knWIdgBR3nr8+KKt7h
cmCfhuNQXCORKe2Hy3XA72Xvg9aOKkaJdZhLd+ykn1Ka1Y6QUmEKoCgp40bZrolJPxdm5scC0npi0x+tjQITvulz/ZLWNtPHxtcxqcuMhViWZaamx2q7
VBrALdm1e7JnyGTHhkxqFBUteglERWM4BbJrNGSgVnJQl6TTpYnyoEm6YYgio4yBNgVVtkkmnuc5vf4W15272iW2tkS8OEDHeK+GO657A30QMrFUIM5j
gn9qsqy7TuyshTk95bidszQF7PwPeapGHRVd+BMEpbLQtwY8Jvpt1x174IpmginrNeC43LDao1XFisTpY7kttciAD7GG1kcP4Nf10OIUnDXRbTI7Z0K7
kaJVLYuO+b7gd+whgWJY87pjD5c1gzuGezZZlXDJVmkC1qByNcp97lM0Fbamd0/vmJUW3p1eD0LS9SFNJstsoMynTvls0rnpPokNF3zJMy4ftIa6zbHq
nZHIpHsmBPSLC7rhayrL2stZwumVBuuGmMHpal8zhlbKO5XDPtAiyYBtpW4ag+hd2Yz0jTV9KrOLAPI7q4Qsq///IsbuljS+u6d1gr+R69pJzaCaccb1
iKeh/zrz+T3a+2akmsKfeM7KRmrXgQoNAPXQIA4K+gdsYiCw9kVUrq6tC+775chtb1xb8VjlWZeF7gNcPhkVTHtq57aHXdX2sFWVk0TDE06+fu29R7Io
ipQpVCzBcPJGKYMMYqkstHGG1t56+KWG65LKHVAZ5I1hQFtgfVvBoak9xpPjsBnqwmS/fvESLlQyjYapvgPasiWl4l2T8HJcUKiKILqSNS/Wzqh+2AnT
9lJscLi4Aqnew5GAKp/gsqS1pxIDGI+JPQ7mYqoKOrJ7AAp6dPSsdybVMtuv9yT7IqH8h3p7jLy4/ec//uP59oLKVLeWnB1iLYKWhiok9+mCp0tZ82Uj
mTMsLcgOF/zn0rbuYHmXisOuRIXu88FQ6G4nhyeUsUFUuVL6GNibeoLFZfSBF2usqOMLWHvBJE2opBgKAog95b37BPncoOovK8PFzlbfS/osBJFn4QlZ
M5qrPlLfyu7cXHtgzqhoapaMmx4Dr97vifS9F33P6HskOw46hO156Sjo6fQAdyXB0B4pZ8ByWLJuD5fBh8yg0rEYE+Mrgw3aNlJXLo32vbuHgQ6oeChi
pGs/e4tcZuUyoveUy9E2bBHpmE9LgLbzFcmcWvTrx3MvruFziP6k/OvHc0ehD9rdTNnADyAfdEp/vvqr2ZZru1DOy+vQu3m5JngK1qxLP4rJNq3ZKjS8
COSrrKSJav4P5T1gQh3pd1nm4JdYUW6nz7cgT+tVxfq2dT1Vrzg6eNr0BPkVdlWzTXk32JVh4hL9OWGg0506WBnY03cRnW2MOlGHx75webmD27UEtrp8
0onGs/2FjEm04QkrIz2tDku/IvtxtlyhD58uzr+nxYYKy3s70cu6BsViYcptBcdEJTbBi4wXLMT9xRBwTXks64YNoaKOta6MMJ755nCljgR2MrAztcJ6
UQtiK8a7Un8GoBVaL1d4nvnpwb6+vJjKOFVnuG0HfjgsQQ8n7+GZrTpsy3x0TENiJgjwVR/5lWg9jvvUxEhae8fYS18rnmViWtE1w67l9oeQ1Td/esci
R7eNvlmCHcifphyC/AmYXS3QLYt2nOYADfgC2RMgXVvOVd2iLrZHyo+cQXuLi38D1cCHsoNh2ebu7lxsVxx+0dCtPTpynnW1nAnw8GqrusS1QRmgJhD2
+QxEOzdVoDo7B5t77PDk+s+95lswGMOzoRAdhyG3YWXZi9ARU01yUJGtyyNdVg90JGm9ZtLAvbjMq1Kw5JLK1HGv/RvzWV5Pyjr7C3v4+lUPaSYHI8jU
aqgJgiA0gw++oGjd8emCP6TOA1jmWn50ZPjdsQcAI2x5GMCP0HDF7jiXHKyi4ScX0XaCEQ4PdgvJ3RPwPPzdZhqZrMJvXFFJFT7V4iAi3OmikAkPv9Gm
Ilm41xQkk3d1Xd6fs5UMn7jMEYXxET6cHUCZahxN5tcq3G/HoReR7wVnrabzQ3lfHEKaGqS+i657uxEo/7o7uBv7+xI5vE3r6apWzx/YijaZqhc0mrPb
O2jVrzPsZ3e4q2ibIX2TWyfOpam5oUSMokjPWKajSTXVwZ4upjWJDnH3w9ehJng7+T/eW199VycAAA==
""")
}
