// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let playerCSS = PlayerFile(name: "player.css", text: ##"""
:host{display:block;position:relative;overflow:hidden;min-width:0;aspect-ratio:16 / 9;background:#000;color:#fff;
font:15px/1.4 system-ui,sans-serif;container-type:inline-size}
:host(:fullscreen),:host(.fills-page){position:fixed;inset:0;z-index:2147483647;width:100%;height:100%;aspect-ratio:auto}
:host(:focus-visible){outline:3px solid #4da3ff;outline-offset:-3px}
[hidden]{display:none !important}
.stage,canvas,video{display:block;width:100%;height:100%}
canvas,video{object-fit:contain}
:host([fit="cover"]) :is(canvas,video){object-fit:cover}
:host([fit="fill"]) :is(canvas,video){object-fit:fill}
.overlay{position:absolute;inset:0 0 3.5rem;display:grid;place-content:center;gap:.75rem;padding:1rem;text-align:center;pointer-events:none}
.overlay>*{pointer-events:auto;margin:0;justify-self:center}
.overlay p:not(:empty){max-width:34rem;padding:.5rem .9rem;border-radius:.5rem;background:#000c;overflow-wrap:anywhere}
.overlay a{color:#9cd0ff;margin:0 .35em}
form{display:flex;gap:.5rem}
input[type="password"]{min-width:0;width:14rem;max-width:55cqw;padding:.5rem .7rem;border:1px solid #888;border-radius:.4rem;background:#111;color:#fff;font:inherit}
button{min-width:2.5rem;min-height:2.5rem;padding:0;border:0;border-radius:.4rem;background:none;color:inherit;font:inherit;cursor:pointer}
form button,.unmute{padding:0 1rem;background:#1463b8}
button:hover{background:#fff3}
form button:hover,.unmute:hover{background:#1b74d4}
button:disabled{opacity:.45;cursor:default}
:is(button,input):focus-visible{outline:3px solid #4da3ff;outline-offset:-1px}
[aria-pressed="true"]{background:#fff3}
svg{display:block;width:1.5rem;height:1.5rem;margin:auto;fill:currentColor}
.bar{position:absolute;inset:auto 0 0;display:flex;align-items:center;gap:.15rem;padding:1.25rem .5rem .4rem;
background:linear-gradient(#0000,#000b 40%,#000d);transition:opacity .2s}
.bar.is-idle:not(:focus-within,:hover){opacity:0;pointer-events:none}
.space{flex:1}
.live{flex:none;padding:0 .7rem;font-weight:600;white-space:nowrap}
.live::before{content:"";display:inline-block;width:.6em;height:.6em;margin-right:.4em;border-radius:50%;background:#999}
.is-live .live::before{background:#ff4d4d}
input[type="range"]{width:5rem;accent-color:#fff}
.unmute{position:absolute;right:.75rem;bottom:4.25rem}
.panel{position:absolute;top:.5rem;left:.5rem;max-width:calc(100% - 1rem);border-spacing:.5rem .1rem;border-radius:.5rem;
background:#000c;font-size:.85rem;font-variant-numeric:tabular-nums}
.panel th{text-align:left;font-weight:600;vertical-align:top;white-space:nowrap}
@container (max-width:30rem){input[type="range"]{display:none}.panel{font-size:.75rem}button{min-width:2.2rem}}
@container (max-width:22rem){[title="Save a picture"]{display:none}.bar{gap:0;padding-inline:.25rem}button{min-width:2rem}.live{padding:0 .3rem}}
:host([preview]) .overlay{inset:0;font-size:.85rem}
@media (prefers-reduced-motion:reduce){.bar{transition:none}}
@media (forced-colors:active){button{border:1px solid}}

"""##, gzip: """
H4sIAAAAAAACA5VW246jOBB95yvYjEYKq5iBhPTFqFcj7SfsY6sfDC4nnjE2a5tcBvHvK4NJIElrtC8JGNt1Tp2qY+O9Mral3NSCnHEhVPkzr5XhliuJ
NQhi+QFydQDNhDriPacUZF5xiY6c2j1OcmJqKC3SxHKF06fwW/iaF6T8udOqkRR/SZIkL5VQGn9hjOUBU9LidFufvqVxFpqzsVChhq8MkQYZ0JzlpZKW
cAka2XMNmEvBJSDDf0EXYAd4iVkjhCk1gIxWw1DMuBAG1WQHUXuhwPgJaM6lAYuT/BfiksIJr9PsOXvZPGXP+UAjTZKv+R74bm+H5xkr0lh1jazKxqAD
N7wQELWqsQ4d3tSn0CjBafglo2TDWO6/IMWYi4429akL3ocMflxSLpWE8A9e1UpbIm0XxMaSHaxKIg/ErA6cgrrR5zHkLpgtUcUPR4Bxi306RwbvjNu3
Rek0XXxEIeZmOV0ZzZceQM8XujT/dp2b1AWxWy3I+SoHKYwSjYVRkTAJN/FWQ5WPFHea07wWpATkcIO0uARpQec7UuP4uZ9cE0q53OHUvVg4WUQE38lx
Zq24+0dwAGlNn+IrmL/+bG++O3nziugdlzjJfzTGcnZGBgTzG14XhzWWyi4xVLU9R21FTr4PNtkUV08pjF/dWKE0BY00obwxw5fb/igvDYaOmtSYyPNx
D3oCOiSt76HXkiaMXeCG8WYLVRcwpatLmTABpyFdLloXcFk39t310tuiJsYclaaLj3baxb6mehZXVttt+e/xltXzlRVOr1X/8vJyyzW75Zqm6dQLeivg
cg+a2y4oGmuVnKBaD8lyA77O/cgIKBlhJL+L7ErAR/bxZsHzstFGaewLY0hnOABaxY2sGgvtJWqY3vHKnjbFy0gB751q7XQCY2wz23WYM+79YEVaPGc0
u2xJuSGFANqqmpTcnnGcbUfUFBhphO0C15IedC95NDer/+FVae9VRHOCag3GAH1bWN3A4uMBLXPYPXaoQa3Ro7yaQ+H2PedcApeN1iDt306cLogLoj+1
C7coTMIknxV63/qIW6jMzCrSuVXE66F8h9++QIIJF0efaLRzFQTSLl1fJiv3W4RZ8rV/olFuNZEenFcijNdmwB1zgzgVMFjEkPojt3suV4PA0UW95BOP
MjUpoXW0cNoFseAH/9YX8LUChyZ0JYyOQ3qfkiQ/7rkF1O+BpXJW4vfAuACmNLSjpS4Wlxz603UqXPx0la1/HkRDehjJ7lxtm3yd9cPr62sXuHS44OEc
wrx+MprRuUFpIneuzrwDOZ6kdLqiq3N0waUp70rFgxwOikJZqyqcDeJ3QVwTCeLBKqu8W+YCmMVjrY5GWBJRLt0pG6K++6MxAS7ZE29MP3P84M7ye/Hc
nQbHL9uLmgfXc9Ii2VSgeYktKRpBtHs3I/zQ7tvJoecA35XCAbTlJRF+jlX1w+r4frlqhcvJYZY4iu0jVabXls5nc8Kkz3r3wMnXbvyzeOt1H+/dcivg
bfEPOUBIwpqXttH3QZ1DuAZPxn5AQwljL/J9dDc69NKkgzYDIn+1qTUcOBw/ovByaRkvjbdCdcH3Cign4bLWwEAbpIE2JVBUKX9tdq9R2yOdGEYP/7qa
Ke0W9VVtMCndTTtqPfrb87Xrgv8AO9AYxqsLAAA=
""")
}
