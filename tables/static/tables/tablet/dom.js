// @ts-check
/**
 * The element with an id; the page is broken without it.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`#${id} is missing`);
  return found;
}

/** @param {string} id */
export function button(id) {
  return /** @type {HTMLButtonElement} */ (byId(id));
}

/** @param {string} selector @returns {HTMLButtonElement[]} */
export function buttons(selector) {
  return [...document.querySelectorAll(selector)].filter((node) => node instanceof HTMLButtonElement);
}

/**
 * Changes a text only where it differs: nothing flickers, nothing is read out twice.
 * @param {Element} node @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * An element. Names come from people: children are text or nodes, never markup.
 * @param {string} tag
 * @param {Record<string, string | boolean | (() => void)>} [props] attributes, `class`, or `click`
 * @param {...(Node | string | null)} children
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (typeof value === "string") node.setAttribute(name, value);
    else node.toggleAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/**
 * A button.
 * @param {string} look classes
 * @param {() => void} press
 * @param {...(Node | string | null)} children
 */
export function press(look, press, ...children) {
  return el("button", { type: "button", class: look, click: press }, ...children);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * A die out of the sprite that `loadDice` put into the page; 0 is a place without one.
 * @param {number} face @param {string} [label] words for screen readers; without them it is decoration
 */
export function die(face, label = "") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "die");
  svg.setAttribute("data-face", String(face));
  if (label) svg.setAttribute("role", "img");
  svg.setAttribute(label ? "aria-label" : "aria-hidden", label || "true");
  use.setAttribute("href", `#die-${face}`);
  svg.append(use);
  return svg;
}

/** @param {number[]} faces @param {string} label @param {string} [look] */
export function dice(faces, label, look = "") {
  return el("span", { class: `dice ${look}`, role: "img", "aria-label": label }, ...faces.map((face) => die(face)));
}

/**
 * Puts the drawings of the dice into the page, so that they need no network later.
 * @param {string} url
 */
export async function loadDice(url) {
  const response = await fetch(url);
  const drawn = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  drawn.setAttribute("class", "sprite");
  drawn.setAttribute("aria-hidden", "true");
  document.body.append(document.adoptNode(drawn));
}
