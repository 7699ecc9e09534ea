/** What a journey does with a browser, whatever its engine and driver. */

/** The first shown element of this selector; of several, the one with this label or text. */
export interface Target {
  readonly css: string;
  /** The whole text without surrounding spaces; an expression may match a part. */
  readonly text?: string | RegExp;
}

/** One phone: a browser with its own storage and one tab. */
export interface Phone {
  /** Resolves once the page has loaded. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression in the page, or of its promise: anything that JSON can hold. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the target; rejects if it is not shown now or is covered. */
  tap(target: Target): Promise<void>;
  /** Replaces the text of a field, key by key. */
  type(target: Target, text: string): Promise<void>;
  close(): Promise<void>;
}

/** A running browser. */
export interface EngineBrowser {
  readonly version: string;
  newPhone(): Promise<Phone>;
  close(): Promise<void>;
}

/** Runs a function in the page, which sees only its arguments. */
export async function run<Args extends readonly unknown[], Answer>(
  phone: Phone,
  script: (...args: Args) => Answer | Promise<Answer>,
  ...args: Args
): Promise<Answer> {
  return (await phone.evaluate(`(${script})(...${JSON.stringify(args)})`)) as Answer;
}

/** An expression for the target's element in the page, or null if it is not shown. */
export function elementScript({ css, text }: Target): string {
  const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s');
  const pattern = typeof text === 'string' ? new RegExp(`^${escaped(text)}$`) : text;
  return `(${findShown})(${JSON.stringify(css)}, ${pattern ?? null})`;
}

export function describeTarget({ css, text }: Target): string {
  return text === undefined ? css : `${css} with ${text}`;
}

/** In the page. */
function findShown(css: string, pattern: RegExp | null): Element | null {
  for (const element of document.querySelectorAll(css)) {
    if (element.getClientRects().length === 0) continue;
    const names = [element.getAttribute('aria-label'), element.textContent];
    if (pattern === null || names.some((name) => name !== null && pattern.test(name.trim()))) return element;
  }
  return null;
}
