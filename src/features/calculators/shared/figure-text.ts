/** Figures as other programs read them. */

/** `4 855,773` → `4855.773`: no groups, a decimal point. A ratio stays as it is. */
export function figureToCopy(shown: string): string {
  return shown.replace(/[\s\u00a0]/g, '').replace(',', '.');
}
