/** The server's log: JSON lines on standard output, each with its time. */
import { faultOf, type RequestLine } from '#api/runtime/http/endpoint.ts';

/** How much of the operator's attention a line asks for. */
export type Level = 'info' | 'warn' | 'error';

/** Of a request's line: a defect or an overload is the server's own, a refusal the caller's. */
export const levelOf = ({ status, fault }: Pick<RequestLine, 'status' | 'fault'>): Level =>
  fault !== undefined || status >= 500 ? 'error' : 'info';

export interface Log {
  /** A line is `info` unless it has another `level`. */
  say(line: object): void;
  /** Says what failed, and why. */
  fault(message: string, cause: unknown): void;
  /** Writes what waits. */
  flush(): void;
}

/** All lines of one turn of the event loop are written at once. */
export function openLog(): Log {
  let waiting = '';
  // A closed pipe must not end the server.
  process.stdout.on('error', () => {});

  function flush(): void {
    if (waiting === '') return;
    process.stdout.write(waiting);
    waiting = '';
  }

  function say(line: object): void {
    if (waiting === '') setImmediate(flush);
    waiting += `${JSON.stringify({ time: new Date().toISOString(), level: 'info', ...line })}\n`;
  }

  return {
    say,
    fault: (message, cause) => say({ level: 'error', message, fault: faultOf(cause) }),
    flush,
  };
}
