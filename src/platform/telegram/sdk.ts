/**
 * The only file that imports the host's SDK, which runs at import and ends at Bot API 8.0. The SDK reads its parameters
 * from the fragment or from its storage; the router may have removed the fragment by now, so they are put back first.
 */
import { loadChunk } from '../chunks/load-chunk.ts';
import { type Adapter, createAdapter } from './adapter.ts';
import { findBridge } from './bridge.ts';
import { faultText } from './faults.ts';
import { launchFaults } from './launch-schema.ts';

/** Storage key of the SDK's parameters for a reload. */
const SDK_PARAMETERS = '__telegram__initParams';
const SDK_THEME = '__telegram__themeParams';

/** Whether the malformed parts of this launch are logged: fetching the SDK may be repeated many times. */
let isReported = false;

/**
 * Loads the SDK inside a messaging app; elsewhere its calls are refused or left to the browser. Rejects only if the
 * SDK's code cannot be fetched.
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
    warn('cannot save the launch parameters for the SDK', error);
  }
  const { default: sdk } = await loadChunk('the SDK', () => import('@twa-dev/sdk'), { patience: 0 });
  // A CommonJS module: bundlers that follow Node put its default export one level deeper.
  const webApp = (sdk as { readonly default?: typeof sdk }).default ?? sdk;
  return createAdapter({ webApp, open, warn });
}
