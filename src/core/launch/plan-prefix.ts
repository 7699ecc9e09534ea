/** How a plan link begins: apart from its codec, so that the phone loads that only for one. */

/** Whether a start parameter is meant as a plan link, of this or another version, damaged or not. */
export function isPlanLink(text: string): boolean {
  return /^p[0-9]_/.test(text);
}
