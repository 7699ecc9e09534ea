/** The web worker that checks the ledger, so that the screen stays responsive. */
import { type LedgerVerification, startVerification } from './check.ts';
import type { VerifyQuestion, VerifyReply } from './messages.ts';
import { deviceSha256 } from './sha256.ts';

interface Scope {
  onmessage: ((event: { readonly data: VerifyQuestion }) => void) | null;
  postMessage(reply: VerifyReply): void;
}
const scope = globalThis as unknown as Scope;
let verification: LedgerVerification | null = null;

scope.onmessage = ({ data }) => {
  scope.postMessage({ fault: answer(data) });
};

function answer(question: VerifyQuestion): VerifyReply['fault'] {
  if (question.type === 'start') {
    verification = startVerification(question.userId, deviceSha256);
    return null;
  }
  if (verification === null) throw new Error('The check was not started');
  return question.type === 'take' ? verification.take(question.events) : verification.end(question.shown);
}
