/** Elements of the page. Text is always text: nothing here reads markup. */

type Content = Node | string | null;

/** @param attributes an empty text sets one without a value, null leaves it out; `onclick` and the like take a function. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | null | ((event: Event) => void)>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key.replace('on', ''), value);
    else if (value !== null) made.setAttribute(key, value);
  }
  made.append(...content.filter((one) => one !== null));
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

export function drawn(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: Node[]
): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}
