/** What a service of somebody else's has written, without what cannot be seen or turns the line around. */
export function plainText(written: string): string {
  return written
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
