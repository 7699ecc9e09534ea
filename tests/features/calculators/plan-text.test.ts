import { describe, expect, test } from 'vitest';
import { encodePlan, type Plan } from '#core/plan-link.ts';
import { planOfTexts, readPlanText } from '#features/calculators/plans/plan-text.ts';

const ORIGIN = 'https://irich.example';
const PLAN: Plan = {
  symbol: 'TON',
  positionType: 'LONG',
  entry: '5.25',
  stop: '5',
  targets: ['6', '7'],
  leverage: '3',
  sender: 7,
};
const CODE = encodePlan(PLAN) ?? '';
const OTHER = encodePlan({ ...PLAN, entry: '5.5' }) ?? '';

describe('a plan is read from', () => {
  test.each([
    ['its code', CODE],
    ['its code between spaces', `  ${CODE}\n`],
    ['a link', `https://t.me/irich_bot/app?startapp=${CODE}`],
    ['a link without https, as the app shows it', `t.me/irich_bot/app?startapp=${CODE}`],
    ['a link in capitals where those do not count', `HTTPS://T.ME/irich_bot/app?startapp=${CODE}`],
    ['a link with more in it', `https://t.me/irich_bot/app?x=1&startapp=${CODE}&mode=compact`],
    ['a message with a link', `My plan for a trade:\nhttps://t.me/irich_bot/app?startapp=${CODE} good luck`],
    ["the app's own address", `${ORIGIN}/?startapp=${CODE}`],
    ['the same with launch parameters', `${ORIGIN}/index#tgWebAppStartParam=${CODE}&tgWebAppVersion=8.0`],
  ])('%s', (_what, text) => {
    expect(readPlanText(text, ORIGIN)).toEqual({ ok: true, plan: PLAN });
  });
});

describe('refused as', () => {
  test.each([
    ['no_plan', ''],
    ['no_plan', 'WIFI:S:cafe;P:secret;;'],
    ['no_plan', 'ton://transfer/EQ'],
    ['no_plan', 'javascript:alert(1)'],
    ['no_plan', 'https://t.me/irich_bot/app?startapp=42'],
    ['no_plan', 'https://t.me/irich_bot'],
    ['no_plan', `https://${ORIGIN.slice(8)}@t.me/app?startapp=${CODE}`],
    ['no_plan', 'https://'],
    ['no_plan', `${' '.repeat(5000)}${CODE}`],
    ['foreign', `https://evil.example/app?startapp=${CODE}`],
    ['foreign', `https://t.me.evil.example/app?startapp=${CODE}`],
    ['foreign', `http://t.me/irich_bot/app?startapp=${CODE}`],
    ['version', `p2_${CODE.slice(3)}`],
    ['version', `https://t.me/irich_bot/app?startapp=p2_${CODE.slice(3)}`],
    ['damaged', CODE.slice(0, -1)],
    ['damaged', `https://t.me/irich_bot/app?startapp=${CODE}A`],
    ['damaged', `p1_${'A'.repeat(4000)}`],
  ])('%s: %s', (reason, text) => {
    expect(readPlanText(text, ORIGIN)).toEqual({ ok: false, reason });
  });
});

test('a long text takes no long time', () => {
  const texts = ['t.me/'.repeat(1e6), ' '.repeat(5e6), 'https:'.repeat(1e6), `p1_${'A'.repeat(5e6)}`];
  const began = performance.now();
  for (const text of texts) expect(readPlanText(text, ORIGIN).ok).toBe(false);
  expect(performance.now() - began).toBeLessThan(500);
});

describe('of several texts', () => {
  const link = `https://t.me/irich_bot/app?startapp=${CODE}`;
  test.each([
    ['the plan among other codes', ['WIFI:S:cafe', link], { ok: true, plan: PLAN }],
    ['the same plan in two texts', [CODE, link], { ok: true, plan: PLAN }],
    ['two plans', [link, OTHER], { ok: false, reason: 'several' }],
    ['the first refusal', ['https://evil.example/', 'x'], { ok: false, reason: 'foreign' }],
    ['nothing', [], { ok: false, reason: 'no_plan' }],
  ])('%s', (_what, texts, expected) => {
    expect(planOfTexts(texts, ORIGIN)).toEqual(expected);
  });
});
