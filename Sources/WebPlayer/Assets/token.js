/** The token of a page: it comes in the fragment, and leaves the address before anything else happens. */

import { isToken } from "./names.js";

const key = "streamd-token";

/**
 * Takes the token out of the address. The tab keeps it, so that a reload and the gallery's links need none.
 * @returns {string}  "" if there is none
 */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  if (location.hash.includes("token=")) history.replaceState(null, "", location.pathname + location.search);
  try {
    if (isToken(given)) sessionStorage.setItem(key, given);
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return isToken(given) ? given : "";
  }
}

/** @param {string} token */
export function keepToken(token) {
  try {
    sessionStorage.setItem(key, token);
  } catch {
    // The browser keeps nothing for this page: the token holds until the next load.
  }
}
