/**
 * The only file that imports the host's SDK, which acts at import and stops at Bot API 8.0. It reads its parameters from
 * the fragment or from what it kept; by now the router may have taken the fragment away, so they are put back first.
 */
import { loadChunk } from '../chunks/load-chunk.ts';
import { type Adapter, createAdapter } from './adapter.ts';
import { findBridge } from './bridge.ts';
import { faultText } from './faults.ts';
import { launchFaults } from './launch-schema.ts';

/** Where the SDK keeps its parameters for a reload. */
const SDK_PARAMETERS = '__telegram__initParams';
const SDK_THEME = '__telegram__themeParams';

/** Whether the log knows what of this launch was out of form: the SDK may have to be fetched again and again. */
let isReported = false;

/**
 * Loads the SDK, where a messaging app stands around the page; where none does, what it would do is refused or left to the
 * browser. Rejects only where the SDK's code cannot be fetched.
 */
export async function loadAdapter(
  parameters: Readonly<Record<string, string>>,
  open: (url: string) => void,
): Promise<Adapter> {
  const warn = (message: string, ...causes: readonly unknown[]) => console.warn(message, ...causes);
  if (!isReported) for (const fault of launchFaults(parameters)) warn(fault);
  isReported = true;
  if (!(await findBridge(window as object))) {
    warn(faultText('outside', { name: 'postEvent', version: parameters['tgWebAppVersion'] ?? 'none' }));
    return createAdapter({ webApp: null, open, warn });
  }
  try {
    sessionStorage.setItem(SDK_PARAMETERS, JSON.stringify(parameters));
    sessionStorage.removeItem(SDK_THEME);
  } catch (error) {
    warn('the SDK has to find its launch parameters by itself', error);
  }
  const { default: sdk } = await loadChunk('the SDK', () => import('@twa-dev/sdk'), { patience: 0 });
  // A CommonJS module: bundlers that follow Node put its own default one level deeper.
  const webApp = (sdk as { readonly default?: typeof sdk }).default ?? sdk;
  return createAdapter({ webApp, open, warn });
}
