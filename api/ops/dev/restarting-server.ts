/** Keeps a server running, and starts it again when its code has changed. */
import type { ServerProcess } from '../server-process.ts';

/** How long a server may take to end before it is killed, milliseconds. */
const PATIENCE_MS = 5000;

export interface RestartingServer {
  /** Ends the server and starts it again. Calls before the server has ended cause one restart together. */
  restart(): void;
  /** Resolves once no start is under way, whether the server listens or not. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface RestartingParts {
  readonly start: () => ServerProcess;
  /** Each time that the server listens. */
  readonly onListening: () => void;
  /** The server ended by itself: at its first start, or after it had listened. */
  readonly onCrash: (code: number) => void;
  /** The changed code does not start; the next restart may mend it. */
  readonly onBroken: () => void;
}

export function keepRunning({ start, onListening, onCrash, onBroken }: RestartingParts): RestartingServer {
  let server: ServerProcess | null = null;
  let isQueued = false;
  let isStopping = false;
  let work = launch(true);

  async function launch(isFirst: boolean): Promise<void> {
    const started = start();
    server = started;
    const listens = started.listening.then((url) => url !== null);
    void started.ended.then(async (code) => {
      // A server that was asked to end is no longer the current one.
      if (server !== started) return;
      server = null;
      if (isFirst || (await listens)) onCrash(code);
      else onBroken();
    });
    if ((await listens) && server === started) onListening();
  }

  async function relaunch(): Promise<void> {
    await end();
    isQueued = false;
    if (!isStopping) await launch(false);
  }

  async function end(): Promise<void> {
    const ending = server;
    server = null;
    if (ending === null) return;
    ending.kill('SIGTERM');
    const timer = setTimeout(() => ending.kill('SIGKILL'), PATIENCE_MS);
    await ending.ended;
    clearTimeout(timer);
  }

  return {
    restart() {
      if (isQueued || isStopping) return;
      isQueued = true;
      work = work.then(relaunch);
    },
    settled: () => work,
    async stop() {
      isStopping = true;
      // Also a server that does not listen yet.
      await end();
      await work;
    },
  };
}
