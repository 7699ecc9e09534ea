/** Checks in a web worker; in place if the browser offers none or cannot fetch its code now. */
import type { LoadChunk } from '#platform/chunks/load-chunk.ts';
import { startWorker } from '#platform/chunks/start-worker.ts';
import type { VerifyFault } from './check.ts';
import type { VerifyQuestion, VerifyReply } from './messages.ts';
import type { Verifier, VerifierRun } from './port.ts';
import workerUrl from './worker.ts?worker&url';

export function browserVerifier(
  loadChunk: LoadChunk,
  log: (message: string, cause?: unknown) => void,
): Verifier {
  return {
    start(userId) {
      const run = startInWorker(userId).catch(async (cause: unknown) => {
        log('No web worker: checking in place', cause);
        const { deviceVerifier } = await loadChunk(
          'the check without a web worker',
          () => import('./in-place.ts'),
          {
            patience: 0,
          },
        );
        return deviceVerifier().start(userId);
      });
      return {
        take: async (events) => (await run).take(events),
        end: async (shown) => (await run).end(shown),
      };
    },
  };
}

async function startInWorker(userId: number): Promise<VerifierRun> {
  const worker = await startWorker(workerUrl);
  const ask = (question: VerifyQuestion) => askWorker(worker, question);
  try {
    await ask({ type: 'start', userId });
  } catch (cause) {
    worker.terminate();
    throw cause;
  }
  return {
    take: (events) => ask({ type: 'take', events }),
    end: (shown) => ask({ type: 'end', shown }).finally(() => worker.terminate()),
  };
}

function askWorker(worker: Worker, question: VerifyQuestion): Promise<VerifyFault | null> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<VerifyReply>) => resolve(data.fault);
    worker.onerror = (event) => reject(new Error(`The check failed: ${event.message}`));
    worker.postMessage(question);
  });
}
