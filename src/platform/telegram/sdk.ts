/**
 * The only file that imports the host's SDK, which acts at import and stops at Bot API 8.0. It reads its parameters from
 * the fragment or from what it kept; by now the router may have taken the fragment away, so they are put back first.
 */
import type { Adapter } from './adapter.ts';
import { createAdapter } from './adapter.ts';

/** Where the SDK keeps its parameters for a reload. */
const SDK_PARAMETERS = '__telegram__initParams';
const SDK_THEME = '__telegram__themeParams';

/** Loads the SDK. Rejects only where its code cannot be fetched. */
export async function loadAdapter(parameters: Readonly<Record<string, string>>): Promise<Adapter> {
  try {
    sessionStorage.setItem(SDK_PARAMETERS, JSON.stringify(parameters));
    sessionStorage.removeItem(SDK_THEME);
  } catch (error) {
    console.warn('the SDK has to find its launch parameters by itself', error);
  }
  const { default: sdk } = await import('@twa-dev/sdk');
  // A CommonJS module: bundlers that follow Node put its own default one level deeper.
  const webApp = (sdk as { readonly default?: typeof sdk }).default ?? sdk;
  return createAdapter(webApp, (message, error) => console.warn(message, error));
}
