/** The fear and greed index, from a service with the API of https://alternative.me/crypto/fear-and-greed-index/#api. */
import * as v from 'valibot';
import { type Asking, fetchJson, unreadable } from '../runtime/upstream/fetch-json.ts';
import type { Answer } from '../runtime/upstream/service.ts';

export const Index = v.object({
  /** 0 to 100. */
  value: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  classification: v.picklist(['Extreme Fear', 'Fear', 'Neutral', 'Greed', 'Extreme Greed']),
  /** The moment that the index describes, milliseconds. */
  at: v.pipe(v.number(), v.safeInteger()),
});
export type Index = v.InferOutput<typeof Index>;

/** The service sends numbers as strings. */
const AnswerOfService = v.object({
  data: v.pipe(
    v.array(
      v.object({
        value: v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), Index.entries.value),
        value_classification: Index.entries.classification,
        timestamp: v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number)),
      }),
    ),
    v.minLength(1),
  ),
});

/** @param url such as `https://api.alternative.me/fng/`. */
export async function askFearGreed(asking: Asking, url: string): Promise<Answer<Index>> {
  const address = new URL(url);
  address.searchParams.set('limit', '1');
  const fetched = await fetchJson(asking, address.href, { mostBytes: 64 * 1024 });
  return fetched.ok ? readIndex(fetched.value) : fetched;
}

export function readIndex(answer: unknown): Answer<Index> {
  const read = v.safeParse(AnswerOfService, answer);
  const newest = read.success ? read.output.data[0] : undefined;
  if (newest === undefined)
    return unreadable(read.issues === undefined ? 'data' : (v.getDotPath(read.issues[0]) ?? 'form'));
  const { value, value_classification: classification, timestamp } = newest;
  return { ok: true, value: { value, classification, at: timestamp * 1000 }, oddities: [] };
}
