/** Gives the library's views the app's language and colours. */
import type { ColorsSet } from '@tonconnect/ui-react';
import type { Language } from '#core/languages.ts';
import type { ColorScheme } from '#platform/host.ts';

export interface Look {
  readonly language: Language;
  readonly scheme: ColorScheme;
  /** Names of icon buttons. */
  readonly labels: Readonly<Record<'close' | 'back' | 'code' | 'about', string>>;
}

type Colours = { [Group in keyof ColorsSet]?: Partial<ColorsSet[Group]> };

/** @param root the element that has the tokens of `src/ui/tokens.css`. */
export function coloursOf(root: Element): Colours {
  const tokens = getComputedStyle(root);
  const token = (name: string) => tokens.getPropertyValue(`--${name}`).trim();
  return {
    accent: token('accent-text'),
    telegramButton: token('accent'),
    connectButton: { background: token('accent'), foreground: token('on-accent') },
    icon: {
      primary: token('text'),
      secondary: token('hint'),
      tertiary: token('hint'),
      success: token('gain'),
      error: token('warn'),
    },
    background: {
      primary: token('surface'),
      secondary: token('bg'),
      segment: token('surface'),
      tint: token('bg'),
    },
    text: { primary: token('text'), secondary: token('hint') },
  };
}
