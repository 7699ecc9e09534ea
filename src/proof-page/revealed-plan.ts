/** A plan that its user has revealed: what it was, when it was sealed, and what shows that. Loaded for such a link alone. */
import { sha256 } from '@noble/hashes/sha2.js';
import { formatNumber } from '#core/number-format.ts';
import { readRevealed, type ShownPlan, sealedUnder } from '#core/proof/check-plan.ts';
import type { PlanAddress } from '#core/proof/plan-address.ts';
import { dayText, momentText, wholeText } from './amounts.ts';
import { section, verdict } from './card.ts';
import { element } from './element.ts';
import { boundedBytes } from './log-source.ts';
import type { View } from './state.ts';

/** `missing`: the server knows no such plan, or it was erased. */
export type Shown = ShownPlan | 'missing' | 'unreachable' | 'unreadable' | 'other';

const MOST_BYTES = 65_536;

export async function fetchRevealed(address: PlanAddress): Promise<Shown> {
  try {
    const answer = await fetch(`/api/seals/${address.userId}/${address.hash}`, { credentials: 'omit' });
    if (answer.status === 404) return 'missing';
    if (!answer.ok) return 'unreachable';
    const text = new TextDecoder().decode(await boundedBytes(answer, MOST_BYTES));
    return readRevealed(text, address, sha256);
  } catch (failure) {
    console.warn('The plan did not arrive', failure);
    return 'unreachable';
  }
}

export function planSection(view: View, shown: Shown | null): HTMLElement {
  const { t } = view;
  const title = t('proof-page:plan.title');
  if (shown === null)
    return section(
      'plan',
      title,
      element('p', { class: 'card', 'aria-busy': 'true' }, t('proof-page:plan.loading')),
    );
  if (typeof shown === 'string') {
    const kind = shown === 'other' ? 'bad' : 'unknown';
    return section(
      'plan',
      title,
      verdict(kind, t(`proof-page:plan.${shown}`), t(`proof-page:plan.${shown}Meaning`)),
    );
  }
  return section(
    'plan',
    title,
    figures(view, shown),
    sealing(view, shown),
    element('p', { class: 'card' }, counts(view, shown)),
    pricesOf(view, shown),
    element('p', { class: 'card sub' }, t('proof-page:plan.notProven')),
  );
}

function figures({ t, language }: View, { plan, revealed }: ShownPlan): HTMLElement {
  const { symbol, positionType, entry, stop, targets, leverage } = plan;
  const price = (text: string) => formatNumber(text, language);
  const lines: (readonly [string, string])[] = [
    [t('proof-page:plan.user'), String(revealed.userId)],
    [t('proof-page:plan.entry'), price(entry)],
    [t('proof-page:plan.stop'), price(stop)],
    ...targets.map((one, at) => [t('proof-page:plan.target', { number: at + 1 }), price(one)] as const),
    ...(leverage === '' ? [] : [[t('proof-page:plan.leverage'), `${price(leverage)}×`] as const]),
    [t('proof-page:plan.claimed'), momentText(revealed.sealedAt, language)],
    [t('proof-page:plan.received'), momentText(revealed.receivedAt, language)],
    [t('proof-page:plan.revealed'), momentText(revealed.revealedAt, language)],
  ];
  const name = symbol === '' ? t('proof-page:plan.noCoin') : symbol;
  return element(
    'div',
    { class: 'card' },
    element('h3', {}, `${name} · ${t(`proof-page:plan.side.${positionType}`)}`),
    element(
      'dl',
      { class: 'plan-lines' },
      ...lines.map(([label, value]) =>
        element('div', {}, element('dt', {}, label), element('dd', {}, value)),
      ),
    ),
  );
}

function sealing({ t, language, log }: View, { revealed }: ShownPlan): HTMLElement {
  const day = dayText(revealed.day, language);
  if (log.type !== 'good') {
    const why =
      log.type === 'checking' ? 'checking' : log.type === 'unpublished' ? 'unpublished' : 'unchecked';
    return verdict('unknown', t(`proof-page:plan.${why}`), t('proof-page:plan.hashRight'));
  }
  const found = sealedUnder(revealed, log.value.entries, sha256);
  const kind = ({ sealed: 'good', absent: 'bad', waiting: 'unknown' } as const)[found];
  return verdict(kind, t(`proof-page:plan.${found}`, { day }), t(`proof-page:plan.${found}Meaning`, { day }));
}

function counts({ t, language }: View, { revealed }: ShownPlan): string {
  return t('proof-page:plan.counts', {
    sealed: wholeText(revealed.sealed, language),
    revealed: wholeText(revealed.revealed, language),
  });
}

function pricesOf({ t, language }: View, { revealed: { prices }, plan }: ShownPlan): HTMLElement {
  if (prices === null) return element('p', { class: 'card' }, t('proof-page:plan.noPrices'));
  const at = (time: string | null | undefined) =>
    time == null ? t('proof-page:plan.notReached') : momentText(time, language);
  const seen = ({ price, at: time }: { readonly price: string; readonly at: string }) =>
    `${formatNumber(price, language)}, ${momentText(time, language)}`;
  const lines: (readonly [string, string])[] = [
    [t('proof-page:plan.entry'), at(prices.entryAt)],
    [t('proof-page:plan.stop'), at(prices.stopAt)],
    ...plan.targets.map(
      (_, place) =>
        [t('proof-page:plan.target', { number: place + 1 }), at(prices.targetsAt[place])] as const,
    ),
    [t('proof-page:plan.low'), seen(prices.low)],
    [t('proof-page:plan.high'), seen(prices.high)],
  ];
  return element(
    'div',
    { class: 'card' },
    element('h3', {}, t('proof-page:plan.after')),
    element(
      'p',
      { class: 'sub' },
      t('proof-page:plan.pricesFrom', {
        from: momentText(prices.from, language),
        to: momentText(prices.to, language),
      }),
    ),
    element(
      'dl',
      { class: 'plan-lines' },
      ...lines.map(([label, value]) =>
        element('div', {}, element('dt', {}, label), element('dd', {}, value)),
      ),
    ),
  );
}
