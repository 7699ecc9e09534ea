/** Whether a call may answer with an error, as the contract says. */
import { isAt, knownPaths } from '#api/runtime/http/call-paths.ts';
import { type AnyCallName, errorsOf } from '#core/contract/call-errors.ts';
import { CALLS, type Call, FILES, SERVICE_CALLS } from '#core/contract/calls.ts';

const EVERY = Object.entries({ ...CALLS, ...FILES, ...SERVICE_CALLS }) as [AnyCallName, Call][];
/** Fixed words come before parameters. */
const PATHS = knownPaths(EVERY.map(([, call]) => call)).map(({ path }) => path);

/** Throws if the call at this path may not answer with this error. */
export function checkDocumented(method: string, url: string, code: string | undefined): void {
  if (code === undefined) return;
  const { pathname } = new URL(url, 'https://irich.example');
  const path = PATHS.find((one) => isAt(one, pathname));
  const found = EVERY.find(([, call]) => call.path === path && call.method === method);
  if (found === undefined) return;
  if (errorsOf(...found).every((one) => one !== code)) throw new Error(`${found[0]} may not answer ${code}`);
}
