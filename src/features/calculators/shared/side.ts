/** The colour of a figure. Pictures need it without the figures of screens. */

/** The sign of a figure; undefined at 0. */
export function sideOf(text: string): 'gain' | 'loss' | undefined {
  if (/^-/.test(text)) return 'loss';
  return /[1-9]/.test(text) ? 'gain' : undefined;
}
