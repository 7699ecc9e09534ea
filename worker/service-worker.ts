/** The service worker: listeners over named strategies. It only makes things faster; nothing depends on it. */
import { startPrecache } from '#worker/strategies.ts';

startPrecache();
