/** Screens that the bot's messages link to. Apart from the other start parameters, which the phone seldom needs. */
const SCREENS = ['achievements', 'cryptooverview', 'profile', 'referrals'] as const;
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
