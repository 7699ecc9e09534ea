/** Checks in a web worker; where the browser gives none, in place. */
import type { VerifyFault } from './check.ts';
import type { VerifyQuestion, VerifyReply } from './messages.ts';
import { type Verifier, verifierInPlace } from './port.ts';
import { deviceSha256 } from './sha256.ts';

export function browserVerifier(log: (message: string, cause?: unknown) => void): Verifier {
  return {
    start(userId) {
      let worker: Worker;
      try {
        worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      } catch (cause) {
        log('No web worker: the check runs in place', cause);
        return verifierInPlace(deviceSha256).start(userId);
      }
      const ask = (question: VerifyQuestion) => askWorker(worker, question);
      const started = ask({ type: 'start', userId });
      // A failure is told by whoever waits for the next answer.
      started.catch(() => undefined);
      return {
        async take(events) {
          await started;
          return ask({ type: 'take', events });
        },
        async end(shown) {
          try {
            await started;
            return await ask({ type: 'end', shown });
          } finally {
            worker.terminate();
          }
        },
      };
    },
  };
}

function askWorker(worker: Worker, question: VerifyQuestion): Promise<VerifyFault | null> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<VerifyReply>) => resolve(data.fault);
    worker.onerror = (event) => reject(new Error(`The check failed: ${event.message}`));
    worker.postMessage(question);
  });
}
