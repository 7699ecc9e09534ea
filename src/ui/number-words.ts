/** The language of number fields, and their one message: UI components have no texts of their own. */
import { createContext, useContext } from 'react';
import type { Language } from '#core/languages.ts';

export interface NumberWords {
  readonly language: Language;
  /** Shown and read out if a pasted text holds no number. */
  readonly pasteRefused: string;
}

const Words = createContext<NumberWords>({ language: 'en', pasteRefused: '' });

export const NumberWordsProvider = Words.Provider;

export function useNumberWords(): NumberWords {
  return useContext(Words);
}
