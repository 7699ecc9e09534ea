/** Passports: the user's own, and the check of a friend's. Both need no network but for a key of the log that is new to this phone. */
import type { Device } from '../model.ts';
import { readProofs } from '../store/proofs.ts';
import type { KnownKeys } from '../verify/messages.ts';
import { logKeys } from './log-keys.ts';
import type { TotalOptions } from './totals.ts';

export type PassportCalls = Pick<Device, 'ownPassport' | 'checkPassport'>;

export function passportCalls(options: TotalOptions): PassportCalls {
  const { context, verifier, pins } = options;
  const isPinned = pins.origin !== '';
  const keys = logKeys(options);
  return {
    async ownPassport() {
      const proof = (await readProofs(context.store))?.proofs[0]?.text;
      if (!isPinned || proof === undefined) return null;
      const judged = await verifier.judge({ type: 'passport', known: await keys.known(), given: { proof } });
      if (judged.ok) return judged.passport;
      context.log('No passport of the kept proof', judged.fault);
      return null;
    },
    async checkPassport(text) {
      if (!isPinned) return { ok: false, fault: 'unpinned' };
      const known = await keys.known();
      const judgeWith = (by: KnownKeys) => verifier.judge({ type: 'passport', known: by, given: { text } });
      const judged = await judgeWith(known);
      if (judged.ok || judged.fault !== 'signature') return judged;
      const learned = await keys.learned();
      return learned === null || learned.changes === known.changes ? judged : judgeWith(learned);
    },
  };
}
