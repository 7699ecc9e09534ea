/** Stands in for `localStorage` inside of the connector's library, whose keys are the same for everybody (vite.config.ts). */
import { type KeptText, userStorage } from '../kept/user-storage.ts';

export const localStorage: KeptText = {
  getItem: (key) => userStorage().getItem(key),
  setItem: (key, value) => userStorage().setItem(key, value),
  removeItem: (key) => userStorage().removeItem(key),
};
