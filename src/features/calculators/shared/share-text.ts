/** The invitation text for the user's own link: one of five, at random. */

export const SHARE_TEXTS = ['1', '2', '3', '4', '5'] as const;
export type ShareText = (typeof SHARE_TEXTS)[number];

/** @param random at least 0, below 1 */
export function shareTextAtRandom(random: number): ShareText {
  return SHARE_TEXTS[Math.floor(random * SHARE_TEXTS.length)] ?? '1';
}
