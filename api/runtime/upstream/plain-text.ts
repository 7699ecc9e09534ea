/** Removes invisible characters, and those that reverse the line, from the text of an external service. */
export function plainText(written: string): string {
  return written
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
