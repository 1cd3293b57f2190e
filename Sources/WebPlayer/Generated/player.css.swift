// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let playerCSS = PlayerFile(name: "player.css", text: ##"""
:host{display:block;position:relative;overflow:hidden;min-width:0;aspect-ratio:16 / 9;background:#000;color:#fff;
font:15px/1.4 system-ui,sans-serif;container-type:inline-size;}
:host(:fullscreen),:host(.fills-page){position:fixed;inset:0;z-index:2147483647;width:100%;height:100%;aspect-ratio:auto;}
:host(:focus-visible){outline:3px solid #4da3ff;outline-offset:-3px;}
[hidden]{display:none !important;}
.stage,canvas,video{display:block;width:100%;height:100%;}
canvas,video{object-fit:contain;}
:host([fit="cover"]) :is(canvas,video){object-fit:cover;}
:host([fit="fill"]) :is(canvas,video){object-fit:fill;}
.overlay{position:absolute;inset:0 0 3.5rem;display:grid;place-content:center;gap:.75rem;padding:1rem;text-align:center;pointer-events:none;}
.overlay>*{pointer-events:auto;margin:0;justify-self:center;}
.overlay p:not(:empty){max-width:34rem;padding:.5rem .9rem;border-radius:.5rem;background:#000c;overflow-wrap:anywhere;}
.overlay a{color:#9cd0ff;margin:0 .35em;}
form{display:flex;gap:.5rem;}
input[type="password"]{min-width:0;width:14rem;max-width:55cqw;padding:.5rem .7rem;border:1px solid #888;border-radius:.4rem;background:#111;color:#fff;font:inherit;}
button{min-width:2.5rem;min-height:2.5rem;padding:0;border:0;border-radius:.4rem;background:none;color:inherit;font:inherit;cursor:pointer;}
form button,.unmute{padding:0 1rem;background:#1463b8;}
button:hover{background:#fff3;}
form button:hover,.unmute:hover{background:#1b74d4;}
button:disabled{opacity:.45;cursor:default;}
:is(button,input):focus-visible{outline:3px solid #4da3ff;outline-offset:-1px;}
[aria-pressed="true"]{background:#fff3;}
svg{display:block;width:1.5rem;height:1.5rem;margin:auto;fill:currentColor;}
.bar{position:absolute;inset:auto 0 0;display:flex;align-items:center;gap:.15rem;padding:1.25rem .5rem .4rem;
background:linear-gradient(#0000,#000b 40%,#000d);transition:opacity .2s;}
.bar.is-idle:not(:focus-within,:hover){opacity:0;pointer-events:none;}
.space{flex:1;}
.live{flex:none;padding:0 .7rem;font-weight:600;white-space:nowrap;}
.live::before{content:"";display:inline-block;width:.6em;height:.6em;margin-right:.4em;border-radius:50%;background:#999;}
.is-live .live::before{background:#ff4d4d;}
input[type="range"]{width:5rem;accent-color:#fff;}
.unmute{position:absolute;right:.75rem;bottom:4.25rem;}
.panel{position:absolute;top:.5rem;left:.5rem;max-width:calc(100% - 1rem);border-spacing:.5rem .1rem;border-radius:.5rem;
background:#000c;font-size:.85rem;font-variant-numeric:tabular-nums;}
.panel th{text-align:left;font-weight:600;vertical-align:top;white-space:nowrap;}
@container (max-width:30rem){input[type="range"]{display:none;}.panel{font-size:.75rem;}button{min-width:2.2rem;}}
@container (max-width:22rem){[title="Save a picture"]{display:none;}.bar{gap:0;padding-inline:.25rem;}button{min-width:2rem;}.live{padding:0 .3rem;}}
:host([preview]) .overlay{inset:0;font-size:.85rem;}
@media (prefers-reduced-motion:reduce){.bar{transition:none;}}
@media (forced-colors:active){button{border:1px solid;}}

"""##, gzip: """
H4sIAAAAAAACA5VW246jOBB9z1d4MxoprGIGEtIXo16NtJ+wj61+MLiceMbYrG1yGZR/XxkDIZfWaF8SLi7qnDpVxyY7bV3LhK0lPZFC6vJnXmsrnNCK
GJDUiT3keg+GS30gO8EYqLwSCh8EczuS5NTWUDpsqBOapE/oG3rNC1r+3BrdKEa+JEmSl1pqQ75wzvMZ18qRdFMfv6VxhuzJOqhwI5aWKostGMHzUitH
hQKD3akGIpQUCrAVvyA/z4hHvCC8kdKWBkBFy/Ao5kJKi2u6hagdOXBxBJYLZcGRJP+FhWJwJKs0e85e1k/Zcx54pEnyNd+B2O5cuL6iRRunJ6l12Vi8
F1YUEqJWN87jI+v6iKyWgqEvGaNrzvP+Ddac+/R4XR/z8+w9FPFjrLrSCtAfoqq1cVS5/DyLraNbWJZU7ald7gUDfaPRJ6jPs6sYXfzwJLhwpK/pyOKd
C/c2L72y848IEWEX09DoOnYP5ibSF/u3gX6Rp+PjJT1dVKGF1bJxMAiDErSONwaqfKC5NYLltaQlYA8dlCMlKAcm39KaxM/d4poyJtSWpP7GwdFhKsVW
DStrLfw/hj0oZ7s6T9D89Wd7s6CTuaJmKxRJ8h+NdYKfsAXJhy9eolFNlHYLAlXtTlFb0WM/EetsiqwjheJX/6zQhoHBhjLR2PDmdlLKcdTwwdCaUHU6
7MBMYSPa9uP0WrKE8xEwitcbqPLzjGtTje3CJRxDybp855lQdePe/WC9zWtq7UEbNv9opyPdN1dH5EJssyn/PdwSe74QI+llAF5eXm7pZrd00zSdGkPn
C0LtwAg/AkXjnFYTWKtAwD/oO75/MiBKBhzJ71J3jRBSDwmvspeNsdqQvjv6iqKAaBk3qmoctGNalN4xy57WxctIguy8dO10Bed8ff3dsGj4+oOQtHjO
WHb5KBOWFhJYq2taCncicbYZkDPgtJG+jH48e+Cd8NG1e/0P80qDeVEjKK4NWAvsbe5MA/OPR9TsfvvYsoJog2n1ooYW7ubPewYpG2NAub+9Rr73C2o+
NQ8fhRKU5Fct3xkBFg4qe2Uc6bVxxKvQx+G3a5TZhI2vADV46zsJlFv4GU2W/rdAWfK1u2JR7gxVPbheDRSvbA88FhYLJiH4RSj/QbidUMsgczRKmHxm
WbamJbSeGEn9vRT7/rZbcenFMJC+m/EhlPgpSfLDTjjA3UeI0t5Zho8QUgDXBtrBZOfzsY79vjtVL366aNddB+WwCU+yO5fbJF+vRuP19dWnFhb77Oga
w3UbZSxjN35lqNr6fusNyVOlpVcXT4zkPBtH9K5jepxh9yi0c7oiWegBH1dTBfJBmNODf0rgjgxNOzhjSWW58Psvwp0ZREMRfMUnZpl+tgvM7raBTkF/
4iHxy2aUdO+nTzmsmgqMKImjRSOp8fd2xI/crp3shR7xXUPswThRUtmvcbp+3CPfx6MYWky2uMSTbB8pMz3T5Oe+oBMyofLnB+6+6l58lnK16lK+O+Ek
vM3/oXtAFNWidI15kNf7hR/3ZBgNHJqZDFrfA+geh8GajNO6R9UffWoDewGHjwiNZ5rhaHmn2Hn2vQImKFrUBjgYiw2wpgSGK90fr/1t1HZoJxYSOFzC
uTY+qmtxS2jpj+RR2zO43Xt94H9TWFch1QsAAA==
""")
}
