/** The drawing of shared pictures, pixel by pixel: what fits, where it stands, and how large the file is. */
import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { FILES } from '#api/bot/text-files.ts';
import { LANGUAGE_CODES, type Language } from '#core/languages.ts';
import { contentOf, type SharedResult } from '#features/calculators/sharing/content.ts';
import { drawResult, type ResultFrame } from '#features/calculators/sharing/draw.ts';
import { encodeJpeg } from '#platform/share-picture/encode.ts';
import '#ui/tokens.css';
import '#ui/base.css';

const TRADE = { symbol: 'BTC', leverage: '10', entryFee: '0,05', exitFee: '0,05' };
const MONEY = {
  positionType: 'LONG',
  riskAmount: '100',
  entryPrice: '64120,5',
  stopLossPrice: '62800',
  takeProfitPrice: '68400',
};
/** As long as the fields allow. */
const LONGEST = {
  ...MONEY,
  ...TRADE,
  riskAmount: '999999999999,99',
  entryPrice: '123456789012,12345678',
  stopLossPrice: '123456789000,12345678',
  takeProfitPrice: '923456789012,12345678',
  symbol: 'ABCDEFGHIJKL',
  leverage: '125',
};
const RESULTS: Readonly<Record<string, SharedResult>> = {
  'risk by money': { calculationType: 'RiskMoney', inputs: { ...MONEY, ...TRADE } },
  'the longest numbers': { calculationType: 'RiskMoney', inputs: LONGEST },
  'risk by percent': {
    calculationType: 'RiskPercent',
    inputs: { ...MONEY, ...TRADE, riskPercent: '2', depositAmount: '10000' },
  },
  levels: {
    calculationType: 'TakeProfitStopLoss',
    inputs: {
      positionType: 'SHORT',
      calculationType: 'percent',
      entryPrice: '100',
      takeProfit: '10',
      stopLoss: '5',
    },
  },
  waves: {
    calculationType: 'ElliottWave',
    inputs: { positionType: 'LONG', startPrice: '58000', endPrice: '64120', choices: { 2: { level: 1 } } },
  },
  staking: {
    calculationType: 'Staking',
    inputs: {
      apr: '12',
      depositAmount: '1000',
      days: '365',
      autoCompound: true,
      warmUpDays: '5',
      accrualDelay: '1',
    },
  },
  'a full position': {
    calculationType: 'AveragePosition',
    inputs: {
      positionType: 'LONG',
      quantityType: 'quantity',
      entries: Array.from({ length: 60 }, (_, index) => [String(index + 1), String(100 + index)]),
      takeProfits: [['300', '1']],
    },
  },
};

beforeAll(() =>
  i18next.init({
    resources: FILES,
    interpolation: { escapeValue: false },
    ns: ['calculators'],
  }),
);
afterEach(() => vi.restoreAllMocks());

async function drawn(result: SharedResult, language: Language = 'en', more: Partial<ResultFrame> = {}) {
  await i18next.changeLanguage(language);
  const t = i18next.getFixedT(language, 'calculators');
  const content = contentOf(result, t);
  if (content === null) throw new Error('no result');
  const canvas = drawResult(content, {
    date: '26 Nov 2026, 14:05',
    advice: t('notAdvice'),
    more: (number) => t('share.more', { number }),
    ...more,
  });
  if (canvas === null) throw new Error('nothing is drawn');
  return canvas;
}

interface Written {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Every text that a drawing writes, with its place on the picture. */
async function writtenBy(draw: () => Promise<unknown>): Promise<readonly Written[]> {
  const all: Written[] = [];
  const fillText = CanvasRenderingContext2D.prototype.fillText;
  vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText').mockImplementation(function (
    this: CanvasRenderingContext2D,
    text: string,
    x: number,
    y: number,
  ) {
    const size = this.measureText(text);
    const { e, f } = this.getTransform();
    if (text !== '') {
      all.push({
        text,
        left: x + e - size.actualBoundingBoxLeft,
        right: x + e + size.actualBoundingBoxRight,
        top: y + f - size.actualBoundingBoxAscent,
        bottom: y + f + size.actualBoundingBoxDescent,
      });
    }
    fillText.call(this, text, x, y);
  });
  await draw();
  return all;
}

describe.each(LANGUAGE_CODES)('%s', (language) => {
  test.each(Object.entries(RESULTS))(
    '%s: no text is cut or lies on another, and the file is small',
    async (_, result) => {
      let canvas: HTMLCanvasElement | undefined;
      const texts = await writtenBy(async () => {
        canvas = await drawn(result, language);
      });
      if (canvas === undefined) throw new Error('nothing is drawn');
      const { width, height } = canvas;
      expect(texts.filter(({ left, right }) => left < 40 || right > width - 40)).toEqual([]);
      expect(texts.filter(({ top, bottom }) => top < 40 || bottom > height - 40)).toEqual([]);
      const overlaps = texts.flatMap((one, index) =>
        texts
          .slice(index + 1)
          .filter(
            (other) =>
              one.left < other.right &&
              other.left < one.right &&
              one.top < other.bottom &&
              other.top < one.bottom,
          )
          .map((other) => `${one.text} | ${other.text}`),
      );
      expect(overlaps).toEqual([]);
      expect(height).toBeLessThanOrEqual(2048);
      const jpeg = await encodeJpeg(canvas);
      expect(jpeg?.type).toBe('image/jpeg');
      expect(jpeg?.size).toBeLessThanOrEqual(150 * 1024);
    },
  );
});

test('a picture has the coin, the direction, the order, the ratio, the axis, the date and the name', async () => {
  const [risk] = Object.values(RESULTS);
  const texts = await writtenBy(() => drawn(risk as SharedResult));
  const all = texts.map(({ text }) => text.replaceAll('\u00a0', ' '));
  const expected = ['iRICH', '26 Nov 2026, 14:05', 'BTC', '▲ Long', '0.0757 BTC', '3.24:1', '≈ 58,029.05'];
  expect(all).toEqual(expect.arrayContaining([...expected, '62,800', '64,120.5', '64,184.65', '68,400']));
});

test('prices that are too long for the axis stand below it', async () => {
  const texts = await writtenBy(() => drawn(RESULTS['the longest numbers'] as SharedResult));
  const price = texts.find(({ text }) => text === '123,456,789,012.12345678');
  const label = texts.find(({ text }) => text === 'Entry price');
  expect([price?.left, (price?.top ?? 0) > (label?.bottom ?? 0)]).toEqual([
    expect.closeTo(label?.left ?? 0, -1),
    true,
  ]);
});

test('lines that do not fit are counted', async () => {
  const texts = await writtenBy(() => drawn(RESULTS['a full position'] as SharedResult));
  expect(texts.map(({ text }) => text)).toContain('and 46 more');
});

test.each(['risk by percent', 'the longest numbers', 'a full position'])(
  '%s: with a large code the server still takes the picture',
  async (name) => {
    const matrix = { size: 57, isDark: () => true };
    const canvas = await drawn(RESULTS[name] as SharedResult, 'ru', { qr: { matrix, caption: 'План' } });
    expect(canvas.height).toBeLessThanOrEqual(2048);
  },
);

test('a code is drawn as whole squares on white, with its quiet zone', async () => {
  const isDark = (x: number, y: number) => (x + y) % 2 === 0;
  const qr = { matrix: { size: 25, isDark }, caption: 'Scan to open this plan' };
  const canvas = await drawn(RESULTS['levels'] as SharedResult, 'en', { qr });
  const context = canvas.getContext('2d');
  const square = Math.floor(288 / 33);
  const side = square * 33;
  const [left, top] = [1080 - 72 - side, canvas.height - 72 - side];
  const isLight = (x: number, y: number) => (context?.getImageData(x, y, 1, 1).data[0] ?? 0) > 128;
  const middle = (index: number) => (index + 4.5) * square;
  for (let y = -4; y < 29; y++) {
    for (let x = -4; x < 29; x++) {
      const isCorner = (x === -4 || x === 28) && (y === -4 || y === 28);
      const isInside = x >= 0 && y >= 0 && x < 25 && y < 25;
      if (isCorner) continue;
      expect(isLight(left + middle(x), top + middle(y)), `${x} ${y}`).toBe(!(isInside && isDark(x, y)));
    }
  }
});
