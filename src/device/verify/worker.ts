/** The web worker that checks the ledger and the published totals, so that the screen stays responsive. */
import { followKeys } from '#core/proof/key-change.ts';
import { type LedgerVerification, startVerification } from './check.ts';
import { type JudgePorts, judge } from './judge.ts';
import type { EventsQuestion, VerifyQuestion, VerifyReply } from './messages.ts';
import { DEVICE_PROOF_PORTS } from './proof-ports.ts';
import { deviceSha256 } from './sha256.ts';

interface Scope {
  onmessage: ((event: { readonly data: VerifyQuestion }) => void) | null;
  postMessage(reply: VerifyReply): void;
}
const scope = globalThis as unknown as Scope;
const PORTS: JudgePorts = { ...DEVICE_PROOF_PORTS, followKeys };
let verification: LedgerVerification | null = null;

scope.onmessage = ({ data }) => {
  if ('known' in data) {
    judge(data, PORTS, (link, verdict) => scope.postMessage({ link, verdict })).then(
      (value) => scope.postMessage({ judged: value }),
      (cause: unknown) => scope.postMessage({ broken: String(cause) }),
    );
  } else {
    scope.postMessage({ fault: answer(data) });
  }
};

function answer(question: EventsQuestion) {
  if (question.type === 'start') {
    verification = startVerification(question.userId, deviceSha256);
    return null;
  }
  if (verification === null) throw new Error('The check was not started');
  return question.type === 'take' ? verification.take(question.events) : verification.end(question.shown);
}
