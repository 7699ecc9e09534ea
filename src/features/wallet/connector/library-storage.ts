/** Replaces `localStorage` inside the connector's library, which uses the same keys for every user (api/ops/app-build/wallet-library.ts). */
import { type KeptText, userStorage } from '../storage/user-storage.ts';

export const localStorage: KeptText = {
  getItem: (key) => userStorage().getItem(key),
  setItem: (key, value) => userStorage().setItem(key, value),
  removeItem: (key) => userStorage().removeItem(key),
};
