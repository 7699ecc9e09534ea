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
export function faultText(fault: HostFault, { name, version, ms = 0 }: FaultDetails): string {
  switch (fault) {
    case 'unsupported_method':
      return `Method "${name}" is unsupported in Mini Apps version ${version}`;
    case 'unsupported_parameter':
      return `Parameter "${name}" is unsupported in Mini Apps version ${version}`;
    case 'timeout':
      return `Timeout reached: ${ms}ms (${name})`;
    case 'busy':
      return `Another call of "${name}" is already in progress`;
    case 'denied':
      return `Access denied: ${name}`;
    case 'invalid_url':
      return `Invalid URL: ${name}`;
    case 'invalid_arguments':
      return `Invalid arguments: ${name}`;
    case 'outside':
      return `Function "${name}" is not available outside of the Mini Apps environment`;
    case 'not_ready':
      return `Function "${name}" is not available yet`;
    case 'failed':
      return `The messaging app refused: ${name}`;
  }
}
