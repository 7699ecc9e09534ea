/** Registers one more calculator: a line in the catalogue, a folder's parts and texts are all that the app needs. */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import * as v from 'valibot';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccessState, NO_USER } from '#app/boot/access.ts';
import { type AppParts, AppPartsProvider } from '#app/device-context.tsx';
import { prefetchScreens } from '#app/routing/prefetch.ts';
import { createAppRouter } from '#app/routing/router.tsx';
import { historyOf } from '#app/routing/search.ts';
import { CODE } from '#app/screens/load-screen.ts';
import { screenAt } from '#app/screens/table.ts';
import { CALCULATION_TYPES, CALCULATORS, type CalculationType } from '#core/calculators/catalogue.ts';
import { type FormRules, readInputs } from '#core/calculators/form-rules.ts';
import type { Outcome } from '#core/calculators/outcome.ts';
import { inputDigits } from '#core/calculators/record-summary.ts';
import { CalculationTypeName } from '#core/contract/primitives.ts';
import { readOrZero, shownDigits } from '#core/numbers.ts';
import { DeviceProvider } from '#device/device-context.ts';
import type { Device, DeviceRecord } from '#device/model.ts';
import type { CalculatorDefinition } from '#features/calculators/definition.ts';
import { DEFINITIONS, summaryOf } from '#features/calculators/registry.ts';
import { ICONS } from '#features/calculators/screen.tsx';
import { Figure } from '#features/calculators/shared/figure.tsx';
import { FormFields } from '#features/calculators/shared/form-fields.tsx';
import { type FormParts, FormScreen } from '#features/calculators/shared/form-screen.tsx';
import { contentOf } from '#features/calculators/sharing/content.ts';
import { inputLine, line } from '#features/calculators/sharing/picture-lines.ts';
import { historyCsv } from '#features/history/csv.ts';
import { RecordRow } from '#features/history/record-row.tsx';
import calculators from '#locales/en/calculators.json' with { type: 'json' };
import history from '#locales/en/history.json' with { type: 'json' };
import type { Host } from '#platform/host.ts';
import { HostProvider } from '#platform/host-context.tsx';

vi.mock('#core/calculators/catalogue.ts', async (original) => {
  const real = await original<typeof import('#core/calculators/catalogue.ts')>();
  // In place, because `pathOf` reads the table too.
  Object.assign(real.CALCULATORS, { BreakEven: { path: '/breakeven', folder: 'break-even' } });
  return { ...real, CALCULATION_TYPES: Object.keys(real.CALCULATORS) };
});
vi.mock('#i18n/i18n.ts', async (original) => ({
  ...(await original<typeof import('#i18n/i18n.ts')>()),
  loadTexts: async () => undefined,
}));
vi.mock('#app/boot/when-idle.ts', () => ({ whenIdle: () => Promise.resolve() }));

const BREAK_EVEN = 'BreakEven' as CalculationType;

type BreakEvenFields = { readonly entryPrice: string; readonly feePercent: string };
interface BreakEvenResult {
  readonly price: string;
  readonly shareable: boolean;
}

const RULES: FormRules<BreakEvenFields, BreakEvenResult, never> = {
  type: BREAK_EVEN,
  empty: { entryPrice: '', feePercent: '' },
  words: {},
  decimals: { entryPrice: 8, feePercent: 2 },
  required: () => ['entryPrice', 'feePercent'],
  calculate({ entryPrice, feePercent }): Outcome<BreakEvenResult, never> {
    const factor = readOrZero(feePercent).div(100).plus(1);
    return { ok: true, price: shownDigits(readOrZero(entryPrice).times(factor), 2), shareable: true };
  },
};

const DEFINITION: CalculatorDefinition = {
  summary(recorded) {
    const inputs = readInputs(RULES, recorded);
    const outcome = RULES.calculate(inputs);
    if (!outcome.ok) return null;
    const figures = { entry: inputDigits(inputs.entryPrice), stop: '1', target: '2' };
    return { side: null, line: 'prices', figures, result: outcome.price };
  },
  picture(recorded) {
    const inputs = readInputs(RULES, recorded);
    const outcome = RULES.calculate(inputs);
    if (!outcome.ok) return null;
    return {
      positionType: null,
      main: line('Break-even price', outcome.price, 'USD'),
      figures: [],
      inputs: [inputLine('Fee', inputs.feePercent, '%')],
    };
  },
};

const PARTS: FormParts<BreakEvenFields, BreakEvenResult, never> = {
  rules: RULES,
  FormFields: ({ form }) => (
    <FormFields
      form={form}
      rules={RULES}
      rows={[
        { name: 'entryPrice', label: 'Entry' },
        { name: 'feePercent', label: 'Fee' },
      ]}
    />
  ),
  Result: ({ result }) => <Figure size="large" name="averagePrice" text={result.price} />,
  refusal: (reason) => reason,
};

const inputs = { entryPrice: '1000', feePercent: '0.5' };
const record: DeviceRecord = {
  id: '0190f5d8-0000-7000-8000-000000000007',
  calculationType: BREAK_EVEN,
  occurredAt: Date.UTC(2026, 10, 21, 14, 5),
  inputs,
  revision: 0,
  state: 'counted',
  awarded: 1000,
  reason: 'counted',
  refusal: null,
  seq: 2,
};

const never = <T,>(value: T) => ({ current: () => value, subscribe: () => () => undefined });
const device = {
  userId: 7,
  live: {
    record: () => never(record),
    durability: never('persisted'),
    sync: never(undefined),
    market: never(undefined),
    account: never(undefined),
    profile: never(undefined),
  },
  readDraft: async () => null,
  saveDraft: async () => undefined,
};

beforeAll(async () => {
  DEFINITIONS['./break-even/definition.ts'] = DEFINITION;
  CODE['/src/features/calculators/break-even/screen.tsx'] = async () => () => <FormScreen parts={PARTS} />;
  const name = { ...calculators.name, BreakEven: 'Break-even' };
  await i18next.init({
    lng: 'en',
    resources: { en: { calculators: { ...calculators, name }, history } },
    interpolation: { escapeValue: false },
  });
});

/** Drafts of user 7, as the browser keeps them. */
const stored = new Map<string, string>();

beforeEach(() => {
  const storage = { getItem: (key: string) => stored.get(key) ?? null };
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage });
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

/** The app's page at an address. */
async function pageAt(address: string): Promise<string> {
  const access: AccessState = { ...NO_USER, current: () => 'returning' };
  const router = createAppRouter({ access });
  router.update({
    ...router.options,
    history: createMemoryHistory({ initialEntries: [address] }),
    isServer: true,
  });
  await router.load();
  return renderToString(
    <HostProvider value={{ version: '8.0' } as Host}>
      <DeviceProvider value={device as unknown as Device}>
        <AppPartsProvider value={{ access } as unknown as AppParts}>
          <RouterProvider router={router} />
        </AppPartsProvider>
      </DeviceProvider>
    </HostProvider>,
  );
}

describe('every calculator of the catalogue', () => {
  it('has its parts', () => {
    const folders = CALCULATION_TYPES.filter((type) => type !== BREAK_EVEN).map(
      (type) => CALCULATORS[type].folder,
    );
    expect(folders.filter((folder) => ICONS[`./${folder}/icon.ts`] === undefined)).toEqual([]);
    expect(folders.filter((folder) => DEFINITIONS[`./${folder}/definition.ts`] === undefined)).toEqual([]);
    expect(
      folders.filter((folder) => CODE[`/src/features/calculators/${folder}/screen.tsx`] === undefined),
    ).toEqual([]);
  });
});

describe('a seventh calculator', () => {
  it('has a type that calls accept', () => {
    expect(CALCULATION_TYPES).toHaveLength(7);
    expect(v.is(CalculationTypeName, 'BreakEven')).toBe(true);
    expect(historyOf({ type: 'BreakEven' })).toEqual({ type: 'BreakEven' });
  });

  it('has an empty form at its address', async () => {
    stored.set('irich:7:draft:break-even', 'null');
    const page = await pageAt('/breakeven');
    expect(page).toContain('Break-even');
    expect(page).toContain('name="feePercent"');
    expect(page).not.toContain('averagePrice');
  });

  it('shows its draft, with the result of the last calculation', async () => {
    const calculated = { inputs, id: record.id, kept: true };
    const draft = { openedId: null, fields: { ...inputs, feePercent: '0.7' }, calculated };
    stored.set('irich:7:draft:break-even', JSON.stringify(draft));
    const page = await pageAt('/breakeven');
    expect(page).toContain('value="0.7"');
    expect(page).toContain('averagePrice');
    expect(page).toContain('1,005');
    expect(page).toContain('share-prompt');
  });

  it('opens a record in a draft of its own', async () => {
    stored.set('irich:7:draft:break-even', 'null');
    stored.set('irich:7:draft:break-even/opened', 'null');
    expect(await pageAt(`/breakeven?record=${record.id}`)).toContain('1,005');
  });

  it('is in the menu, leads back to it, and is fetched ahead', async () => {
    expect(await pageAt('/calculators')).toContain('href="/breakeven"');
    expect(screenAt('/breakeven')?.parent).toBe('/calculators');
    const fetched: string[] = [];
    for (const file of Object.keys(CODE)) {
      vi.spyOn(CODE, file).mockImplementation(async () => {
        fetched.push(file);
        return () => null;
      });
    }
    await prefetchScreens();
    expect(fetched).toContain('/src/features/calculators/break-even/screen.tsx');
  });

  it('has a row in the history', () => {
    const row = renderToString(
      <RecordRow
        record={record}
        summaryOf={summaryOf}
        isKept
        onOpen={vi.fn()}
        onMark={vi.fn()}
        onDelete={vi.fn()}
      />,
    );
    expect(row).toContain(`href="/breakeven?record=${record.id}"`);
    expect(row).toContain('Break-even');
    expect(row).toContain('1,005');
    expect(row).toContain('1,000');
  });

  it('has its inputs in the CSV', () => {
    const [header, row] = historyCsv([record]).split('\r\n');
    expect(header).toMatch(/,entryPrice,feePercent$/);
    expect(row).toMatch(/,BreakEven,counted,1,counted,,,,,,1000,0\.5$/);
  });

  it('has a picture', () => {
    const content = contentOf(record, i18next.getFixedT('en', 'calculators'));
    expect(content?.title).toBe('Break-even');
    expect(content?.main).toMatchObject({ label: 'Break-even price', text: '1,005\u00a0USD' });
    expect(content?.inputs).toMatchObject([{ label: 'Fee', text: '0.5\u00a0%' }]);
  });
});
