/** What a page tells an operator to type. */

/**
 * The blocks of one section that have commands, each as its commands: lines with the prompt `# ` or `$ `, without it. A line
 * that ends with a backslash goes on in the next one.
 * @throws RangeError if the page has no such section, or the section no command.
 */
export function blocksOf(page: string, heading: string): string[][] {
  const blocks: string[][] = [];
  let isInside = false;
  let block: string[] | null = null;
  let begun: string | null = null;
  for (const line of page.split('\n').map((text) => text.trimStart())) {
    if (line.startsWith('```')) {
      if (block !== null && block.length > 0) blocks.push(block);
      block = block === null ? [] : null;
    } else if (block === null) {
      const [, found] = /^#{1,6} (.*)$/.exec(line) ?? [];
      if (found !== undefined) isInside = found === heading;
    } else if (isInside && (begun !== null || /^[#$] /.test(line))) {
      const text: string = begun === null ? line.slice(2) : `${begun}\n${line}`;
      begun = text.endsWith('\\') ? text : null;
      if (begun === null) block.push(text);
    }
  }
  if (blocks.length === 0) throw new RangeError(`No command under "${heading}"`);
  return blocks;
}
