/** Passports: the user's own, and the check of a friend's. Both need no network. */
import type { Device } from '../model.ts';
import { readProofs } from '../store/proofs.ts';
import type { TotalOptions } from './totals.ts';

export type PassportCalls = Pick<Device, 'ownPassport' | 'checkPassport'>;

export function passportCalls({ context, verifier, pins }: TotalOptions): PassportCalls {
  const isPinned = pins.origin !== '';
  return {
    async ownPassport() {
      const proof = (await readProofs(context.store))?.proofs[0]?.text;
      if (!isPinned || proof === undefined) return null;
      const judged = await verifier.passport(pins, { proof });
      if (judged.ok) return judged.passport;
      context.log('No passport of the kept proof', judged.fault);
      return null;
    },
    async checkPassport(text) {
      return isPinned ? verifier.passport(pins, { text }) : { ok: false, fault: 'unpinned' };
    },
  };
}
