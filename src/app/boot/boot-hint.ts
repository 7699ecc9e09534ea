/**
 * State for the first paint, before IndexedDB has answered, kept per user. It is only a hint: the device corrects it,
 * and losing it loses no data.
 */
import { isLanguage, type Language } from '#core/languages.ts';
import type { ThemeChoice } from '#platform/telegram/telegram-host.ts';

export interface BootHint {
  readonly onboarded: boolean;
  /** Onboarding was completed here, but the device has not saved that yet. */
  readonly completing: boolean;
  readonly language: Language | null;
  readonly theme: ThemeChoice;
  /** A language chosen here, with its time, that the device has not saved yet. */
  readonly unkept: { readonly language: Language; readonly at: number } | null;
}

export interface BootHints {
  read(): BootHint;
  write(change: Partial<BootHint>): void;
}

const NOTHING: BootHint = {
  onboarded: false,
  completing: false,
  language: null,
  theme: 'host',
  unkept: null,
};

/** `storage` is null if the browser refuses it; hints then last as long as the page. */
export function openBootHints(
  storage: Pick<Storage, 'getItem' | 'setItem'> | null,
  userId: number,
): BootHints {
  const key = `irich:${userId}:boot`;
  let hint = readHint(storage, key);
  return {
    read: () => hint,
    write(change) {
      hint = { ...hint, ...change };
      try {
        // Write only the change: another tab may have written the rest since.
        storage?.setItem(key, JSON.stringify({ ...readHint(storage, key), ...change }));
      } catch (error) {
        console.warn('cannot save the boot hint', error);
      }
    },
  };
}

function readHint(storage: Pick<Storage, 'getItem'> | null, key: string): BootHint {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return NOTHING;
    const { onboarded, completing, language, theme, unkept } = kept as Partial<
      Record<keyof BootHint, unknown>
    >;
    return {
      onboarded: onboarded === true,
      completing: completing === true,
      language: isLanguage(language) ? language : null,
      theme: theme === 'light' || theme === 'dark' ? theme : 'host',
      unkept: unkeptOf(unkept),
    };
  } catch (error) {
    console.warn('cannot read the boot hint', error);
    return NOTHING;
  }
}

function unkeptOf(kept: unknown): BootHint['unkept'] {
  if (typeof kept !== 'object' || kept === null) return null;
  const { language, at } = kept as { language?: unknown; at?: unknown };
  return isLanguage(language) && Number.isSafeInteger(at) ? { language, at: Number(at) } : null;
}
