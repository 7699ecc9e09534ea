/** The server's log: JSON lines on standard output, each with its time. */
import { faultOf } from '#api/runtime/http/endpoint.ts';

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
