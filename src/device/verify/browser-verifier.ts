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
  const judged = <Judged>(
    question: TotalQuestion,
    again: (check: Verifier) => Promise<Judged>,
    onLink: OnLink = () => {},
  ): Promise<Judged> =>
    judgeInWorker<Judged>(question, onLink).catch(async (cause: unknown) => again(await inPlace(cause)));
  return {
    start(userId) {
      const run = startInWorker(userId).catch(async (cause: unknown) => (await inPlace(cause)).start(userId));
      return {
        take: async (events) => (await run).take(events),
        end: async (shown) => (await run).end(shown),
      };
    },
    total: (known, given, onLink) =>
      judged<TotalVerdict>(
        { type: 'total', known, given },
        (check) => check.total(known, given, onLink),
        onLink,
      ),
    view: (known, given) =>
      judged<ViewJudged>({ type: 'view', known, given }, (check) => check.view(known, given)),
    passport: (known, given) =>
      judged<PassportJudged>({ type: 'passport', known, given }, (check) => check.passport(known, given)),
    changes: (known, given) =>
      judged<string>({ type: 'changes', known, given }, (check) => check.changes(known, given)),
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
