/** Provides the app's own settings to the screens' connections. */
import { createContext, useContext } from 'react';
import type { TelegramHost } from '#platform/telegram/telegram-host.ts';
import type { AccessState } from './boot/access.ts';
import type { BootHints } from './boot/boot-hint.ts';

export interface AppParts {
  readonly host: TelegramHost;
  readonly hints: BootHints;
  readonly access: AccessState;
}

/** Null outside of the provider. */
export const PartsContext = createContext<AppParts | null>(null);
export const AppPartsProvider = PartsContext.Provider;

export function useAppParts(): AppParts {
  const parts = useContext(PartsContext);
  if (parts === null) throw new Error('useAppParts outside AppPartsProvider');
  return parts;
}
