/** Checks in a web worker; in place if the browser offers none or cannot fetch its code now. */
import type { LoadChunk } from '#platform/chunks/load-chunk.ts';
import { startWorker } from '#platform/chunks/start-worker.ts';
import type { VerifyFault } from './check.ts';
import type { OnLink } from './judge.ts';
import type { Cases, EventsQuestion, Judged, TotalQuestion, VerifyReply } from './messages.ts';
import type { Verifier, VerifierRun } from './port.ts';
import workerUrl from './worker.ts?worker&url';

export function browserVerifier(
  loadChunk: LoadChunk,
  log: (message: string, cause?: unknown) => void,
): Verifier {
  const inPlace = async (cause: unknown): Promise<Verifier> => {
    log('No web worker: checking in place', cause);
    const { deviceVerifier } = await loadChunk(
      'the check without a web worker',
      () => import('./in-place.ts'),
      {
        patience: 0,
      },
    );
    return deviceVerifier();
  };
  return {
    start(userId) {
      const run = startInWorker(userId).catch(async (cause: unknown) => (await inPlace(cause)).start(userId));
      return {
        take: async (events) => (await run).take(events),
        end: async (shown) => (await run).end(shown),
      };
    },
    judge: (question, onLink = () => {}) =>
      judgeInWorker(question, onLink).catch(async (cause: unknown) =>
        (await inPlace(cause)).judge(question, onLink),
      ),
  };
}

async function startInWorker(userId: number): Promise<VerifierRun> {
  const worker = await startWorker(workerUrl);
  const ask = (question: EventsQuestion) => askWorker(worker, question);
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

async function judgeInWorker<Type extends keyof Cases>(
  question: TotalQuestion<Type>,
  onLink: OnLink,
): Promise<Judged[Type]> {
  const worker = await startWorker(workerUrl);
  try {
    return await new Promise<Judged[Type]>((resolve, reject) => {
      listen(worker, reject, (reply) => {
        if ('link' in reply) onLink(reply.link, reply.verdict);
        if ('judged' in reply) resolve(reply.judged as Judged[Type]);
        if ('broken' in reply) reject(new Error(reply.broken));
      });
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
}

function askWorker(worker: Worker, question: EventsQuestion): Promise<VerifyFault | null> {
  return new Promise((resolve, reject) => {
    listen(worker, reject, (reply) => {
      if ('fault' in reply) resolve(reply.fault);
    });
    worker.postMessage(question);
  });
}

function listen(worker: Worker, reject: (fault: Error) => void, take: (reply: VerifyReply) => void): void {
  worker.onmessage = ({ data }: MessageEvent<VerifyReply>) => take(data);
  worker.onerror = (event) => reject(new Error(`The check failed: ${event.message}`));
}
