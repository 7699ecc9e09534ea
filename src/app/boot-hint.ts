/**
 * What the first paint must know before IndexedDB has answered, kept per user. Only a hint: the device corrects it.
 * Nothing is lost with it.
 */
import type { Language } from '#i18n/i18n.ts';
import type { ThemeChoice } from '#platform/telegram/telegram-host.ts';

export interface BootHint {
  readonly onboarded: boolean;
  readonly language: Language | null;
  readonly theme: ThemeChoice;
}

export interface BootHints {
  read(): BootHint;
  write(change: Partial<BootHint>): void;
}

const NOTHING: BootHint = { onboarded: false, language: null, theme: 'host' };

/** `storage` is null where the browser refuses it; hints then last as long as the page. */
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
        storage?.setItem(key, JSON.stringify(hint));
      } catch (error) {
        console.warn('the boot hint is not kept', error);
      }
    },
  };
}

function readHint(storage: Pick<Storage, 'getItem'> | null, key: string): BootHint {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return NOTHING;
    const { onboarded, language, theme } = kept as Partial<Record<keyof BootHint, unknown>>;
    return {
      onboarded: onboarded === true,
      language: language === 'en' || language === 'ru' ? language : null,
      theme: theme === 'light' || theme === 'dark' ? theme : 'host',
    };
  } catch (error) {
    console.warn('the boot hint is not readable', error);
    return NOTHING;
  }
}
