/** The page of one stream: its path is the stream's name. */

import { keepToken, takeToken } from "./token.js";
import "./player.js";

const token = takeToken();
const name = decodeURIComponent(location.pathname.slice(1));
const player = /** @type {import("./player.js").StreamdPlayer} */ (document.createElement("streamd-player"));
for (const [key, value] of Object.entries({ src: location.pathname, controls: "" })) player.setAttribute(key, value);
if (token) player.givenToken = token;
player.addEventListener("statechange", () => { if (player.state === "live" && player.token) keepToken(player.token); });
// The keys work without a click, too.
document.addEventListener("keydown", (event) => { if (event.target === document.body) player.bar?.keyPressed(event); });
document.title = name;
const main = document.createElement("main");
const heading = document.createElement("h1");
heading.className = "unseen";
heading.textContent = name;
main.append(heading, player);
document.body.append(main);
