/** The plan in a text that was scanned or pasted: a plan link, the same within a message, or its code alone. */
import { isPlanLink } from '#core/launch/opening.ts';
import { decodePlan, type Plan } from '#core/plan-link.ts';
import { isTelegramLink, webUrl } from '#platform/telegram/link-rule.ts';

/**
 * - `no_plan`: neither a link nor a code of a plan.
 * - `foreign`: a link to another place.
 * - `version`: a plan of a newer version of the app.
 * - `damaged`: cut off or changed.
 * - `several`: different plans at once.
 */
export type PlanTextRefusal = 'no_plan' | 'foreign' | 'version' | 'damaged' | 'several';

export type PlanText =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly reason: PlanTextRefusal };

/** More than a QR code holds, and than a message with a plan link has. */
const MAX_TEXT = 4096;
/** In a link of the messaging app, and in the app's own address. */
const PARAMETERS = ['startapp', 'tgWebAppStartParam'];

/**
 * The one plan among texts of the same picture: other codes beside it do not matter.
 * @param origin of the app's own address
 */
export function planOfTexts(texts: readonly string[], origin: string): PlanText {
  const read = texts.map((text) => readPlanText(text, origin));
  const plans = read.filter(({ ok }) => ok);
  const [found] = plans.length > 0 ? plans : read;
  const isSame = plans.every((one) => JSON.stringify(one) === JSON.stringify(found));
  return isSame && found !== undefined ? found : { ok: false, reason: isSame ? 'no_plan' : 'several' };
}

/** @param origin of the app's own address */
export function readPlanText(text: string, origin: string): PlanText {
  const words = text.slice(0, MAX_TEXT).split(/\s+/);
  const word = words.find((one) => isPlanLink(one) || /^https?:|^t\.me\//i.test(one)) ?? '';
  if (isPlanLink(word)) return readCode(word);
  const url = webUrl(/^t\.me\//i.test(word) ? `https://${word}` : word);
  if (url === null) return { ok: false, reason: 'no_plan' };
  if (!isTelegramLink(url) && url.origin !== origin) return { ok: false, reason: 'foreign' };
  const parameters = [url.searchParams, new URLSearchParams(url.hash.slice(1))];
  const codes = parameters.flatMap((all) => PARAMETERS.map((name) => all.get(name)));
  return readCode(codes.find((code) => code !== null) ?? '');
}

function readCode(code: string): PlanText {
  const decoded = decodePlan(code);
  if (decoded.ok) return decoded;
  return { ok: false, reason: decoded.reason === 'not_a_plan' ? 'no_plan' : decoded.reason };
}
