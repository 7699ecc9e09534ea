/** What a start parameter opens on the phone: a screen, or a plan, whose codec is loaded only then. */

/** Screens that the bot's messages link to. */
const SCREENS = ['achievements', 'calendar', 'cryptooverview', 'profile', 'referrals'] as const;
export type StartScreen = (typeof SCREENS)[number];
const SCREEN_PREFIX = 'see_';

/** The parameter that opens a screen. */
export function screenParameter(screen: StartScreen): string {
  return `${SCREEN_PREFIX}${screen}`;
}

/** The screen that a parameter opens; null if it is none. */
export function startScreenOf(text: string): StartScreen | null {
  return SCREENS.find((name) => text === screenParameter(name)) ?? null;
}

/** Whether a start parameter is meant as a plan link, of this or another version, damaged or not. */
export function isPlanLink(text: string): boolean {
  return /^p[0-9]_/.test(text);
}
