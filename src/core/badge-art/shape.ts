/**
 * Pictures as plain data: the screen renders them as elements, and files use them as text. Colours are names of design
 * tokens, `var(--tier-5-from)`.
 */

/** An SVG element. Attribute names follow React (`strokeWidth`); files derive theirs from them. */
export interface Shape {
  readonly tag: 'circle' | 'defs' | 'g' | 'linearGradient' | 'path' | 'radialGradient' | 'rect' | 'stop';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly Shape[];
}

export interface Picture {
  /** Left, top, width, height. */
  readonly box: readonly [number, number, number, number];
  readonly shapes: readonly Shape[];
}

export function shape(
  tag: Shape['tag'],
  attributes: Shape['attributes'],
  ...children: readonly Shape[]
): Shape {
  return { tag, attributes, children };
}

/** A gradient from the top of the filled shape to its bottom. */
export function downward(id: string, from: string, to: string): Shape {
  return shape(
    'linearGradient',
    { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    shape('stop', { stopColor: from }),
    shape('stop', { offset: 1, stopColor: to }),
  );
}

/** The same picture as file text. @param colour resolves a design token, named without its dashes: `tier-5-from`. */
export function svgText({ box, shapes }: Picture, colour: (token: string) => string): string {
  const [, , width, height] = box;
  const inner = shapes.map((one) => textOf(one, colour)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" width="${width}" height="${height}">${inner}</svg>\n`;
}

function textOf({ tag, attributes, children }: Shape, colour: (token: string) => string): string {
  const written = Object.entries(attributes).map(([name, value]) => {
    const resolved = String(value).replace(/var\(--([\w-]+)\)/g, (_, token: string) => colour(token));
    return ` ${fileName(name)}="${resolved}"`;
  });
  const open = `<${tag}${written.join('')}`;
  if (children.length === 0) return `${open}/>`;
  return `${open}>${children.map((child) => textOf(child, colour)).join('')}</${tag}>`;
}

function fileName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
