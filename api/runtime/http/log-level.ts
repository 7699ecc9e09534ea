/** The level of a line of the log: how much of the operator's attention it asks for. */
import type { RequestLine } from './endpoint.ts';

export type Level = 'info' | 'warn' | 'error';

/** Of a request's line: a defect or an overload is the server's own, a refusal the caller's. */
export function levelOf({ status, fault }: Pick<RequestLine, 'status' | 'fault'>): Level {
  return fault !== undefined || status >= 500 ? 'error' : 'info';
}
