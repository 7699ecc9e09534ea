/** Checks in a web worker; in place if the browser offers none or cannot fetch its code now. */
import type { ViewJudged } from '#core/proof/check-log-view.ts';
import type { PassportJudged } from '#core/proof/check-passport.ts';
import type { TotalVerdict } from '#core/proof/check-total.ts';
import type { LoadChunk } from '#platform/chunks/load-chunk.ts';
import { startWorker } from '#platform/chunks/start-worker.ts';
import type { VerifyFault } from './check.ts';
import type { EventsQuestion, TotalQuestion, VerifyReply } from './messages.ts';
import type { OnLink, Verifier, VerifierRun } from './port.ts';
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
    total: (pins, given, onLink) =>
      judgeInWorker<TotalVerdict>({ type: 'total', pins, given }, onLink).catch(async (cause: unknown) =>
        (await inPlace(cause)).total(pins, given, onLink),
      ),
    view: (pins, given) =>
      judgeInWorker<ViewJudged>({ type: 'view', pins, given }, () => {}).catch(async (cause: unknown) =>
        (await inPlace(cause)).view(pins, given),
      ),
    passport: (pins, given) =>
      judgeInWorker<PassportJudged>({ type: 'passport', pins, given }, () => {}).catch(
        async (cause: unknown) => (await inPlace(cause)).passport(pins, given),
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

async function judgeInWorker<Judged>(question: TotalQuestion, onLink: OnLink): Promise<Judged> {
  const worker = await startWorker(workerUrl);
  try {
    return await new Promise<Judged>((resolve, reject) => {
      listen(worker, reject, (reply) => {
        if ('link' in reply) onLink(reply.link, reply.verdict);
        if ('judged' in reply) resolve(reply.judged as Judged);
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
