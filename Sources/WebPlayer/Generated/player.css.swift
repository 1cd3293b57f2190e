// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let playerCSS = PlayerFile(name: "player.css", text: ##"""
:host { display: block; position: relative; overflow: hidden; min-width: 0; aspect-ratio: 16 / 9; background: #000; color: #fff;
font: 15px/1.4 system-ui, sans-serif; container-type: inline-size; }
:host(:fullscreen), :host(.fills-page) { position: fixed; inset: 0; z-index: 2147483647; width: 100%; height: 100%; aspect-ratio: auto; }
:host(:focus-visible) { outline: 3px solid #4da3ff; outline-offset: -3px; }
[hidden] { display: none !important; }
.stage, canvas, video { display: block; width: 100%; height: 100%; }
canvas, video { object-fit: contain; }
:host([fit="cover"]) :is(canvas, video) { object-fit: cover; }
:host([fit="fill"]) :is(canvas, video) { object-fit: fill; }
.overlay { position: absolute; inset: 0 0 3.5rem; display: grid; place-content: center; gap: .75rem; padding: 1rem; text-align: center; pointer-events: none; }
.overlay > * { pointer-events: auto; margin: 0; justify-self: center; }
.overlay p:not(:empty) { max-width: 34rem; padding: .5rem .9rem; border-radius: .5rem; background: #000c; overflow-wrap: anywhere; }
.overlay a { color: #9cd0ff; margin: 0 .35em; }
form { display: flex; gap: .5rem; }
input[type="password"] { min-width: 0; width: 14rem; max-width: 55cqw; padding: .5rem .7rem; border: 1px solid #888; border-radius: .4rem; background: #111; color: #fff; font: inherit; }
button { min-width: 2.5rem; min-height: 2.5rem; padding: 0; border: 0; border-radius: .4rem; background: none; color: inherit; font: inherit; cursor: pointer; }
form button, .unmute { padding: 0 1rem; background: #1463b8; }
button:hover { background: #fff3; }
form button:hover, .unmute:hover { background: #1b74d4; }
button:disabled { opacity: .45; cursor: default; }
:is(button, input):focus-visible { outline: 3px solid #4da3ff; outline-offset: -1px; }
[aria-pressed="true"] { background: #fff3; }
svg { display: block; width: 1.5rem; height: 1.5rem; margin: auto; fill: currentColor; }
.bar { position: absolute; inset: auto 0 0; display: flex; align-items: center; gap: .15rem; padding: 1.25rem .5rem .4rem;
background: linear-gradient(#0000, #000b 40%, #000d); transition: opacity .2s; }
.bar.is-idle:not(:focus-within, :hover) { opacity: 0; pointer-events: none; }
.space { flex: 1; }
.live { flex: none; padding: 0 .7rem; font-weight: 600; white-space: nowrap; }
.live::before { content: ""; display: inline-block; width: .6em; height: .6em; margin-right: .4em; border-radius: 50%; background: #999; }
.is-live .live::before { background: #ff4d4d; }
input[type="range"] { width: 5rem; accent-color: #fff; }
.unmute { position: absolute; right: .75rem; bottom: 4.25rem; }
.panel { position: absolute; top: .5rem; left: .5rem; max-width: calc(100% - 1rem); border-spacing: .5rem .1rem; border-radius: .5rem;
background: #000c; font-size: .85rem; font-variant-numeric: tabular-nums; }
.panel th { text-align: left; font-weight: 600; vertical-align: top; white-space: nowrap; }
@container (max-width: 30rem) { input[type="range"] { display: none; } .panel { font-size: .75rem; } button { min-width: 2.2rem; } }
@container (max-width: 22rem) { [title="Save a picture"] { display: none; } .bar { gap: 0; padding-inline: .25rem; } button { min-width: 2rem; } .live { padding: 0 .3rem; } }
:host([preview]) .overlay { inset: 0; font-size: .85rem; }
@media (prefers-reduced-motion: reduce) { .bar { transition: none; } }
@media (forced-colors: active) { button { border: 1px solid; } }

"""##, gzip: """
H4sIAAAAAAACA5VXy27jOBC8+yt6PRjAXoQeyZbzoJDFAPsJewxyoMSWzRmK1JKUHxP43xek3o4TzF6CiGJTVd3VxTbda+vgDbiwlWRnCpnU+c8UKm2F
E1pRMCiZEwdMQR/QFFIfKewF56hSKIUiR8HdnkKUArMV5o4Y5oSmEN/DN3hKIWP5z53RteIUvkRRlEKupTYUvhRFkc4KrRyFeFudvsWrBOzZOixJLe7A
MmWJRSMKH6IcEwoNcecKKQglhUJixS9M4TKjnsWCFrWUNjeIankHzdqqEFJaUrEdLuFtRKsQJ+QpCGXRBfS/iFAcTxTWcfKQPG7uk4cUWnJxFH1NYY9i
t3fd05Qtq50eI9F5bclBWJHJ8GFdO4+YwqY6gdVScPiScLYpirR7R3RRBDBkU538WS9Nml/H5VFaIfwhykobx5Tz21bWsR3eQc7Ugdk7OAiO+kZJP+Fy
mV0H6+yHZ1cIR7vkD/ReCuGe57nXw/x1CVTYxSR++e6AA5rrcF+Y34r2GwNPf4pk50kZWWa1rB0OlYQINqutwTIdMrAzgqdQSZYj8WzQay5H5TysHaso
rB6akIpxLtSOQhweHZ4cYVLs1LC/0sL/Q/CAytmmJBN8f8GfAeN0W6OQkpmdUEFwP2rrRHEmFmUxnD46p6JKuwXFsnJnn5SSnbpu2yRTtIEwrJ7CaqYN
R0MM46K27bv3fZgPDU2OxueAqfNxj2ZKhsFb37BPOY+8YHsSsNps/dmXWaFNOdZcIfHUpbb5/mUmVFW7F9/Az/OKWXvUhs+9uqc20um0oTgivd3m/x7f
k34YkaYQD/31+Pj4PhnJ+2TEcTw1JWhMSag9GhF6LKud02oKdd0S80tdO3VrPcZoQBb9DphGTC2YHsAVnrw21r9vJdbnv0F5B6talbVDL8IeRyvoKfHk
fpM9Dvzo3lcd3qa7iqLYXH2i2dh/6HZcnD0kPBmdzoVlmUTu+7tiuXBnn4LtwIdjwWoZEu5doaMTdLOceur/tdS4tVRmBCOVQWuRP8+dqTEo8CZhe9h9
YqNtpXsj7dTQ9kbT7t67qOdnULm/fVVDc2XMfO5iPtpbWXrdUcGLiHBY2msHi68dbLVuGqT5G7Q2GxP1GWKG7LwcUbmFd4XoLphDBkn0tfmXL1NwhqkO
a1s6WK1tx2UlLBFcYuNXTZ2Owu2FCtfwAc1yXPPoEw+1Fct9cT1bCnFYk+IwLDU7R7pu+9+3CDm2xbj3Y8ZxLxyScKAP8x7XH0dphoU2GMytvQ/m81G2
2wFjWvPV/bjizVNTb2LateSGAW/9FTtR2NPTU4AiLAnkrjFdyTHhCb82UMPUrtFu544hDSz3oiATN7vMRoZwQ3Md9vYKzLRzuqSQNPoJ8RVTKD8Id3ow
eYmF6x9G1p0zmS/8rAEkGNGyT5Kvz9jN44+vsNmNKyyU3Y+BFFaP20EJB9/oyhFVl2hETsGxrJbM+AU7ouT28Da55T2DW2o6oHEiZ7Lb53T1ocS+9+Mq
LMaXduSZwxvcruNkxkvhAn3WxyTbIl3g9pW0bt9+CGK9bkG8OOEkPs//YQcEBpXIXW0+QtIYVvCZqO8+0jQJhV4ot0G177o+HvfupofbjoaVwYPA4+sS
RuPeMKTfKPdl9r1ELhgsKoMFGksM8jpHTkrd/YLxz55zy2NsZx3F4ZhCGx8dWsjPbbn/9eOje3LvZo3mgP8ALVBqEUwNAAA=
""")
}
