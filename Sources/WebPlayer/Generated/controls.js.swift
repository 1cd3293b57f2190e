// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let controlsJS = PlayerFile(name: "controls.js", text: ##"""
import{gapReasons,icon,make}from "./player.js";
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
H4sIAAAAAAACA60Z227juvHdX8EltgsJpbWW1/YmSrXGXs7pHjQ5J9js2T4EQUNLtMUNdalIK5t4BfSxz+1Dv6O/0P5Jv6QYXmTZcfacAkUQiBwOZ4bD
uXHM86qs1WZFqw+MyrKQhCdlQXJ6w9plXeYIB88rQe9YHXyW+GSQlIVUKJexl/OkLiVLyiKVfvyqP43jeF2kbMkLls7xf/7ydxxdP93s7HgejkYjP1Dl
9/wLS3eWfheO/jQajeZhNPJblMvrk8FyXSSKlwWqy1vpSX9j5VjRSsZb2YOcVp5X6wnhRcq++PGrSzuXQc6lZOk8uNRLV/P56MoPllwoVnveJUnKdaGu
/PiVHvjurIrnvFjFMqB1zRsqPpYXWXlbnAxqptZ1cTm4xKdUsSK5w0QGwgzn1083ufS6ufv6LfrXP9HeGqvrsn5TrovUb5FWekIrta4ZUiVSGUMyqRkr
riNclArdFOVtga/I4BK/NhIBmkHBxEhr2ZtJUE1HfkvQ8TH6TYR2Fo6P/fY6crKmTFCQcLFeLlnN0mvN5I2e7VHukJ9uZCBB9B/kW1EmN/NrgvTcHVJP
TlnDBLDC2PCTwed1Xsn5fNQiPTK8PuidquYVJnp3DYCPNa98s84SxhuWYgL25MlgwdUHqth8PvKfh2y2Naix36KzBVfPJUFPN54MljXNmcPt0EZa4zRn
ElFk7M9IcqZtBROwsECwYqWyuR5rE3M21ZnM9dONHrfo6castdd+8LnkhYcJwj5cXcHMrZ3zBC5X6kPIQII1aUXoEYgrg7Quq4qlGmzHGveGa/C1wbLT
FoFdpCwpU5YaHWtG7zSktnwqqrJWbwNoMp9j3BoytzyFpX//Q88yxleZ0he7pFyApI6fm7fIjXrcPoBBgAvUMPj6dddYr04G7SARVEp0oajiUvFEntOC
CevL9TpRZe35m4HKuAwWZXoXQxTysIIx9k/MAhMsZ4Vya3QhGCYbTTnCFRDEpKK1irDs+GCCac3pUNAFEzjCF72VjKcpK+AYpGPsg7CqXK0E6wSyfAOD
Hz85AHQh4fBaO1hXKVXM28rlbwZ86R3A9g2hk60ugppVgibsbcZFWrPCC4LABMMtNWubBc0ZaahYM7DMgVVUjcmmJXaSYbKRSVmxCNflLW4J7PHdaqpR
NQXf97UyWhsMITnIeDOAlBDhsyM0bcKJCMPhy3tQ+1qyCJ/N0DSbNOHk/ew+P0IjPc6Gk3tMBjW75UUa4bMwRLNmKl4Op004FkP4TsXwaDgDLFGuAecF
Om5m2URM0eTT9PQlOr7Pw3AYNkd0giZoZP6GR/f5aDhpxnSGZhoUwv+4GdMjdNRhhZqw5IIV6hHSYzQSMzTLR8OZGLpBOAzROJjC/+k4REciROGwA4xR
OBFDC4L/03CGwqkY2m0A0ny7S4rw2QSNR5/CMJs0x/f5DI0+TUBDMz1uhrNs0hhZC1rJrARpj9Hk9GUwRbP3WpXh7NMsG74AblM0uc9foEkwpZNgCl+t
AFDBMdpCtFKGx0C2MtFH62CahUdwTy/u8zEaN+EoCyefXoIgk+xlM830rQ6WayG02JNs1ozfz5rJ+8l9Ho7QKJs1s2w4Bmkm92cTFE6ycQOnGWuMCRpl
Y8CYNcNxpu+/dVlVKlbFUzfjqWCnPOcqfjEajRz0lt7wYvVdwwol40tclbxQrM7LhmGCE8GTG0zwskzWkhf46mTAvkAtg0yUeVsWqi6F3A0vppRxPm1m
sflYZ0vK6i4u1kLYuQ4pccFu9+OW11UIi7VSZRF72vF0jCFUlyt+/MpVKrthy+zAZKPuwAfdVHElWGQo7EQs/Wl1aeZpF9ROfgW+6QIHTVOtqVMuFStY
7TkNWVFccHKSnMBddFp4Y45gBPGw9mRM8Ln5en78SqOamHgu6J3nu4BsXHqPgAFicv2GJjeQOxSrWptg5bUmaKtKg+kBQkdS8IZZgt/Ul436gI5bgk/h
+5DG46rpiQHo2zPla8X2TgQxCRN8tlZWIRu7E3DT+El/dtI6Qk0p1jmzp+BFtVbdIWparBgmOS8iPMIkp18iHGICiojwKBhNsQnBGrqbvz5pqniPy4Fz
Wo59ca1EP67zBau9/nYT8Leyb4PWnip2Ems/l+7ZyXZJa9Y4QkalLYDitEzW2nZtTPqhsCvfFZDWU5f+aG0VmPJmm+sXtHaZPrG+jkldChZhVZZCL++q
7VxrALdk3+7JA0MmezZkU6OsaLGVQFY0gVsg+0ZDemolB3VJOl3aKA+apA1DFFll9LQpqbZNMgiCwNvqb37Zuavb4mpLxIsDdKz3Grjn+1fR5ZVPBo4K
xHlM8PdrIbrnxN5eWDNLnt85y7qAk/8qTzWoO0UX/ghBqSzMqwHvEv226+564JIKybT1WnBSNqwOaFWxIvW2sdyVWqTHhzhD20YP4Oe5aZKBs6aeroXc
mg3tVoo2BsyO+UPBb9hdCsWw4XXD7s5rBm8M/2SwLGvPpgnYg8rlTu7zH6OpsQ29W3rDnLQw9rZ6kIquDmkyXYieMh+75ZNB56YPSTRc8gUXXN0ZDXWH
Y9VrK5FN90xKXhZxQRu+oqqsg5ylnF4Y8AmUwU8sTlf72nkgmXqtc9h7WqQC2Fb6pdGL3pXLSN/Ys01lbhNAfmGXVGX1v29i7GZBk5tbWqf4G7muHdQM
qhlvtx4JDPT/Zz6/RPuhGSWC0fojz1m5VsZ1oEIDQN03iIOC/gqb6AlsfBGVy0vngg/9csdtr3xX8TjlOZeF7gM8PhmVzHhq57aHXdXWnlJXOWncv+H0
69et9ygWx7E2hYqlGG7eKqWXQRyVuTHOyNnbFn5u4Kak8ntUenmjH9Dm2LxWcGRrj93F3bAZmcLkYf0SpFzqZBr3U30HdGVLRuXrdcrL3YJCVwTxhap5
sfJ26oe9MO0exRaHywuQ6g1cCajyES4LWgc6MYDx2NjjYS6HuqAj+xegoc+ePdk6k26ZPaz3FPuioPyHensXeX79n7/+7enmjKrMtJa8PWItgpaGLiQf
0gVPV6rmi7ViXr+0IHtc8O9L17qD7V0qjroSlS+9w6HQ3wwOL2hjg6hyofXRszf9BYsT9I4XK6yp4zPYe8YUTamiGAoCiD3lrf8I+dyi6qfOzmZvY94l
2ywEkWceSFUzmus+kmmY7Li58cCcUbmuWbrb9Oh59cOeyLb3Yt4Z2x7JnoP2YQ+8dCfomfQAbyXJ0ANSXo9lv2TdHC6DD5lBZWIxJtZXegd0baSuXNo5
9/4Zejqg8q5IkKn93CtyIcpFTG8pVzvHcEWkZyzrCaB1adTstLcW//zhNEhqRhX7afGZJernD6eeRu+1u5m2gXcgH3RKf7j4yR7Ld10o7/llFFw9XxE8
BGs2pR/FZJPVbBlZXgTylShpqpv/fXkPmFBH+rUQHn6ONeV2+HQD8rRBVayuWz/Q9YpngqdLT5Bf4VQ1a8qb3qksE5+YnxN6Ot2rg7WBPf4WMdnGqhN1
eOwLV+d7uF1LYGPKJ5NoAtdfEEyhhqesjM2yviwzRLyQihYJK5fo/cez07e0aKh0vDcDs61rUMznttzWcEx0YpO8ELxgEd4+DAHXlseqXrM+VNaJ0ZUV
JrC/OVzoK4GT9OxM73Be1ILYmvG+1J8A6IQ22zVeULM/r5k8oK8goSrJ9B1u2p4f9kvQw8m7f2fLDtsx37mmPjEbBPhyG/m1aFsc/7GFHWndG+NB+lpy
IeSwoiuGfcftVyHD4SFwxp5pG32zBDuQP205BPkTMLtaoNsW7znNARo0TXsESNeW83W3qIvtsfYjr9fe4vKPoBr4oexgWHa5u7sX1xXnS2+799kz70lX
y9kAD0NX1aW+C8oAtYFwm89AtFNbBeq787B9x/ZvrvtlEg7ljOFJX4iOQ59bv7LcitAR001yUJGry2NTVvd0pGi9YsrCg6TMq1Ky9JyqzPMvR1cmdttF
VYs/sLuvX82UCtWbQabWU0MQBKHiR5prRZuOTxf8IXUewLLP8mfPLL8bdgdghB0PC/gOGq7Y380lB6voG3YHvwtghKOD3UJy8wg8j36xmUYGy+gbT1RS
RY+1OIiM9rooZMCjb7SpiIgeNAXJ4HVdl7enbKmiRx5zRGN8gB/ODqAMDY4h83MVPWzHod/GoyA8aQ2dd+VtcQhpaJG2XXTT241B+ZfdxV2ZIsD2fd3V
meWq1t93bEnXQtcLBs3b7x20YNDdz+7wVjE2Q7ZNbpM4F7bmhhIxjmOz4pjuLOqlDvZ4MW1IdIj7P3wdaoK3g/8CnHU4GcggAAA=
""")
}
