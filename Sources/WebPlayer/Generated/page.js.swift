// Made by scripts/web-player --write from Sources/WebPlayer/Assets.
// swift-format-ignore-file

extension PlayerFile {
    static let pageJS = PlayerFile(name: "page.js", text: ##"""
import{isToken}from "./player.js";\##nconst key="streamd-token";\##nfunction takeToken(){\##nconst given=new URLSearchParams(location.hash.slice(1)).get("token")??"";\##nif(location.hash.includes("token="))history.replaceState(null,"",location.pathname + location.search);\##ntry{\##nif(isToken(given))sessionStorage.setItem(key,given);\##nreturn sessionStorage.getItem(key)??"";\##n}catch{\##nreturn isToken(given)?given:"";\##n}\##n}\##nfunction keepToken(token){\##ntry{\##nsessionStorage.setItem(key,token);\##n}catch{\##n}\##n}\##nimport "./player.js";\##nconst token=takeToken();\##nconst name=decodeURIComponent(location.pathname.slice(1));\##nconst player=(document.createElement("streamd-player"));\##nfor(const[key,value]of Object.entries({src:location.pathname,controls:""}))player.setAttribute(key,value);\##nif(token)player.givenToken=token;\##nplayer.addEventListener("statechange",()=>{if(player.state==="live"&&player.token)keepToken(player.token);});\##ndocument.addEventListener("keydown",(event)=>{if(event.target===document.body)player.bar?.keyPressed(event);});\##ndocument.title=name;\##nconst main=document.createElement("main");\##nconst heading=document.createElement("h1");\##nheading.className="unseen";\##nheading.textContent=name;\##nmain.append(heading,player);\##ndocument.body.append(main);\##n
"""##, gzip: """
H4sIAAAAAAACA31UTW+cMBS88yuQD5GtUqpcg8iqinKIFLVRPk5VD14zCw5gI/uxKUL73yvzsZuPpheW9Zt5M2+ehW4762jU/tHWMIeds23M0m9dIwe4
9NmzLFLWeIprDDnz5CDb4isFMMuiXW8UaWtikjWmDlyMC6HUe5jc4CV+ur99gHSqupNOtp43VsnASivpq9Q3WoGfC5GWIM7m1mKzYSyL9O4dWBvV9AX8
gsuZEJX2ZN2QOnSNVHggSeCmb5qEseTI7iRVRraIv8THMz+ZEllEbhiD1pICn6wL4eG9tuaBrJMlUg+6IbS8xpDMiCxyoN6Z+B2yPCGXQQ5KkqrGFf9W
aDP9XEy46HAKtQa6GTcNK8bZ6H9szbiTXGinpw3/e6lziK+WtxZCVHkBZQs83d9c2bazBob4hzxP61ups0rOC6v6FoZS5SAJ1w3CP368QzOOBeLOOj6R
f4Uh9rLp8dvu4p/bZyhKYchpeD56py4+GEiUNeRs4y8YOwixzOhB34mc3vYEfmwqphs1h7QAp+gf5xjCM4uWgiyK6z0M3WpPMHDBuCSoSpoSLOEivxz1
jq96oZbnOWv0HuzsbDmepU57fHOcHUQWHVP6qFdjKOyLYQlHKCyC03tK0pWgPM+P/K0thnWorXSbtMZw5+A9ioX/Vo80NchDguviWqlN/tnWQpEdd1xB
FtqUn6Kr84BdUKlqpPc/wo1ivfGYvhxrjfCHrqwhGFrMBKVUdh1MwRdUMs/12n4Yd0UFhsiiv8pibETLBAAA
""")
}
