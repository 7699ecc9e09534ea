/** Reasons why the messaging app did not carry out a call: a stable code for screens, a text for the log. */
import type { HostFault } from '../host.ts';

/** The values that a text may contain. */
export interface FaultDetails {
  /** The requested feature, such as `popup`. */
  readonly name: string;
  /** The Bot API version of this messaging app. */
  readonly version: string;
  /** The wait, milliseconds. */
  readonly ms?: number;
}

/** English in any language setting: for the log, never for a screen. */
export function faultText(fault: HostFault, details: FaultDetails): string {
  return TEXTS[fault](details);
}

const TEXTS: Readonly<Record<HostFault, (details: FaultDetails) => string>> = {
  unsupported_method: ({ name, version }) =>
    `Method "${name}" is unsupported in Mini Apps version ${version}`,
  unsupported_parameter: ({ name, version }) =>
    `Parameter "${name}" is unsupported in Mini Apps version ${version}`,
  timeout: ({ name, ms = 0 }) => `Timeout reached: ${ms}ms (${name})`,
  busy: ({ name }) => `Another call of "${name}" is already in progress`,
  denied: ({ name }) => `Access denied: ${name}`,
  invalid_url: ({ name }) => `Invalid URL: ${name}`,
  invalid_arguments: ({ name }) => `Invalid arguments: ${name}`,
  outside: ({ name }) => `Function "${name}" is not available outside of the Mini Apps environment`,
  not_ready: ({ name }) => `Function "${name}" is not available yet`,
  failed: ({ name }) => `The messaging app refused: ${name}`,
};
