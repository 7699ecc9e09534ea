/** The server's log: JSON lines on standard output. */

/** Writes JSON lines to standard output, all lines of one turn of the event loop at once. */
export function lineWriter(): ((line: object) => void) & { flush(): void } {
  let waiting = '';
  // A closed pipe must not end the server.
  process.stdout.on('error', () => {});
  function flush(): void {
    if (waiting === '') return;
    process.stdout.write(waiting);
    waiting = '';
  }
  return Object.assign(
    (line: object) => {
      if (waiting === '') setImmediate(flush);
      waiting += `${JSON.stringify(line)}\n`;
    },
    { flush },
  );
}

/** What a line says of an error. */
export function faultOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
