// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let pageJS = PlayerFile(name: "page.js", text: ##"""
import { isToken } from "./player.js";\##nconst key = "streamd-token";\##nfunction takeToken() {\##nconst given = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";\##nif (location.hash.includes("token=")) history.replaceState(null, "", location.pathname + location.search);\##ntry {\##nif (isToken(given)) sessionStorage.setItem(key, given);\##nreturn sessionStorage.getItem(key) ?? "";\##n} catch {\##nreturn isToken(given) ? given : "";\##n}\##n}\##nfunction keepToken(token) {\##ntry {\##nsessionStorage.setItem(key, token);\##n} catch {\##n}\##n}\##nimport "./player.js";\##nconst token = takeToken();\##nconst name = decodeURIComponent(location.pathname.slice(1));\##nconst player = (document.createElement("streamd-player"));\##nfor (const [key, value] of Object.entries({ src: location.pathname, controls: "" })) player.setAttribute(key, value);\##nif (token) player.givenToken = token;\##nplayer.addEventListener("statechange", () => { if (player.state === "live" && player.token) keepToken(player.token); });\##ndocument.addEventListener("keydown", (event) => { if (event.target === document.body) player.bar?.keyPressed(event); });\##ndocument.title = name;\##nconst main = document.createElement("main");\##nconst heading = document.createElement("h1");\##nheading.className = "unseen";\##nheading.textContent = name;\##nmain.append(heading, player);\##ndocument.body.append(main);\##n
"""##, gzip: """
H4sIAAAAAAACA31Uy27bMBC86ysWPAQk6qrINYJiFEEOAYI2yONU9EBTa4mRRArkyqlg+N8LSpTsOG1OhrQzOzuzK+u2s45gD9o/2xoNHGDrbAss/dY1
ckCXvnqWJcoaT1DjADkwTw5lW3ylQGBZsu2NIm0NkKxx7MIF7COn1Ds0kIPBN3h5vH9C6VT1IJ1sPW+skoGYVtJXqW+0Qn4pRFoicTZ1F7BeA2NZordw
htdGNX2BPkJzJgRU2pN1Q+qwa6TCJ5KE3PRNswLGVrA06CRVRrYIX47v/DiayBJyA+xHwRgKH00IAR6919Y8kXWyxNQj3RG2vMZhNRkVWeKQemfOoeUR
ulg6gJKkKtjPnPdysI7hXU3o5HBMukbsJuzoPcQ9Tf3ZhBP0VDf01NMF/HPhIwPy08XOpTG9HApUtsCXx7sb23bWoCH+IeTjZmfypAQ58MKqvkVDqXIo
CW8bDE98ubEJyQJ1ax3wif9r9LOTTY+/wW7h5+YVFaVoyGn0fA/eqauP216BsoacbXyIFA5CxElCTt+JnN70hPzYXEx3FzOO2HEpz3My4TdLYkkWxe0O
Dd1rT2jQBR+SUFXSlMhWwAXk1+Fj2wKflQMA8jwH1ugdMri4mIWi7HHX795ncBBZsuT3UbrGobBvJshiqJxoj88pSVcijdpLm40thsXpRrp1WuPw4NB7
LGKbM2HS1IRLCAHP+22lDuH8b7mhzJZjqFAW2pSf4KvLgI64VDXS+x/T+bHeeBz/hOYq4R+6sYbQ0DJU0Etl16EpeMStosdTJ8H7DAsUkSV/AWv4At0f
BQAA
""")
}
