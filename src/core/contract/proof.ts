/** The call for the proof of a published total. It is apart from `ANSWERS` so that starting the app does not load it. */
import * as v from 'valibot';
import { SavedProof } from '#core/proof/check-proof.ts';

const Day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'not a day'));

/** Query of `GET /api/proof/{id}`: by default the newest published day that has a leaf of this user. */
export const ProofQuery = v.object({ day: v.optional(Day) });
/** `first` and `last`: the oldest and the newest day of which the server still has paths. Without any: 404 `proof_missing`. */
export const ProofAnswer = v.object({ proof: SavedProof, first: Day, last: Day });
export type ProofAnswer = v.InferOutput<typeof ProofAnswer>;

export const PROOF_ANSWERS = {
  proof: { method: 'GET', path: '/api/proof/{id}', answer: ProofAnswer },
} as const;
