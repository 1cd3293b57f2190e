/** Elements made by name. Text from outside becomes text nodes only. */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const svg = "http://www.w3.org/2000/svg";

/** @param {string} path  in a square of 24 */
export function icon(path) {
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(svg, "path");
  shape.setAttribute("d", path);
  picture.append(shape);
  return picture;
}

/** @param {string} file  of these assets  @returns its address */
export const asset = (file) => new URL(file, import.meta.url).href;
