/** Sealing a plan on this device, and showing it to everybody. */
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64url } from '#core/base64url.ts';
import { RevealAnswer } from '#core/contract/seals.ts';
import { planBytes } from '#core/plan-link.ts';
import { toHex } from '#core/proof/bytes.ts';
import { SALT_BYTES, sealHash } from '#core/proof/seal.ts';
import type { Device, Revealing, SealedPlan } from '../model.ts';
import { addSealed, changeSealed, readSealed, sealAgain } from '../store/sealed-plans.ts';
import { isReopening } from '../sync/api-client.ts';
import type { SyncContext } from '../sync/context.ts';
import type { SyncEngine } from '../sync/engine.ts';

const REVEAL = { method: 'POST', path: '/api/seals/reveal', answer: RevealAnswer } as const;

export function sealedPlanCalls(
  { api, store, userId, clock, log }: SyncContext,
  engine: Pick<SyncEngine, 'noteWork'>,
  generationOf: () => Promise<number | null>,
): Pick<Device, 'sealPlan' | 'revealPlan'> {
  async function reveal(hash: string): Promise<Revealing> {
    const sealed = await readSealed(store, hash);
    if (sealed === null || sealed.received === null) return { ok: false, error: 'failed' };
    const generation = await generationOf();
    const { plan, salt, received } = sealed;
    const answer = await api.ask(REVEAL, { body: { userId, plan, salt }, generation });
    if (answer.ok) {
      const revealed = { at: Date.parse(answer.value.revealedAt), url: answer.value.url };
      await changeSealed(store, generation, hash, { revealed });
      return { ok: true, url: revealed.url };
    }
    log('The plan was not revealed', answer.failure);
    if (answer.failure.type === 'no_answer') return { ok: false, error: 'offline' };
    if (isReopening(answer.failure)) return { ok: false, error: 'reopen' };
    const isLost = answer.failure.type === 'refused' && answer.failure.code === 'not_sealed';
    if (!isLost) return { ok: false, error: 'failed' };
    // The server was restored from before the seal.
    await sealAgain(store, received.seq - 1);
    engine.noteWork();
    return { ok: false, error: 'lost' };
  }

  return {
    async sealPlan(content) {
      const bytes = planBytes(content);
      if (bytes === null) return null;
      const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
      const sealed: SealedPlan = {
        hash: toHex(sealHash(salt, Uint8Array.from(bytes), sha256)),
        plan: toBase64url(bytes),
        salt: toHex(salt),
        sealedAt: clock.now(),
        received: null,
        refusal: null,
        revealed: null,
      };
      await addSealed(store, sealed);
      engine.noteWork();
      return sealed;
    },
    revealPlan: reveal,
  };
}
