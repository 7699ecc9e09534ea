/** The six calculators on a phone, with the published cases. */
import { casesOf } from '#tests/journeys/calculators.ts';
import { type Calculator, type Case, sample, shown } from '#tests/support/calculator-cases.ts';
import type { EngineApp } from './app.ts';
import { run } from './phone.ts';

const TOGGLES = ['positionType', 'calculationType', 'quantityType'];

/** Opens no screen, since the calculator's is open. Resolves once the device has the record. */
export async function makeRecord(app: EngineApp, calculator: Calculator): Promise<void> {
  switch (calculator) {
    case 'average-position':
      await app.type({ css: 'form[name="entry"] input[name="price"]' }, '100');
      await app.type({ css: 'form[name="entry"] input[name="quantity"]' }, '2');
      await app.tap({ css: 'form[name="entry"] button', text: 'Add entry' });
      await expectFigure(app, 'averagePrice', '100');
      break;
    case 'elliott-wave':
      await app.type({ css: 'form[name="wave1"] input[name="startPrice"]' }, '100');
      await app.type({ css: 'form[name="wave1"] input[name="endPrice"]' }, '200');
      await app.tap({ css: 'form[name="wave1"] button', text: 'Calculate' });
      await app.sees({ css: 'form[name="wave2"]' });
      break;
    default:
      await calculateCase(app, calculator);
  }
  await app.sees({ css: '.record-line' });
}

async function calculateCase(app: EngineApp, calculator: Calculator): Promise<void> {
  const [one] = sample(casesOf(calculator), 1, ({ expected }) => expected.display !== undefined);
  if (one === undefined) throw new Error(`no case of ${calculator}`);
  await fillForm(app, one.input);
  await app.tap({ css: 'button', text: 'Calculate' });
  for (const [name, text] of Object.entries(one.expected.display ?? {})) {
    if (typeof text === 'string' || text === null) await expectFigure(app, name, shown(text));
  }
}

async function fillForm(app: EngineApp, input: Case['input']): Promise<void> {
  await app.sees({ css: 'main form input' });
  for (const [name, value] of Object.entries(input)) {
    if (TOGGLES.includes(name)) await run(app.phone, choose, name, String(value));
    if (name === 'autoCompound') await run(app.phone, check, name, value === true);
  }
  for (const [name, value] of Object.entries(input)) {
    if (TOGGLES.includes(name) || typeof value !== 'string') continue;
    // Without auto-compound this field does not exist.
    if (name === 'accrualDelay' && input['autoCompound'] === false) continue;
    await app.type({ css: `main input[name="${name}"]` }, value);
  }
}

async function expectFigure(app: EngineApp, name: string, text: string): Promise<void> {
  const figure = { css: `output[name="${name}"]` };
  await app.until(`${name} is ${text}`, async () => (await app.text(figure)) === text);
}

/** In the page: radio buttons are hidden behind their labels. */
function choose(name: string, value: string): void {
  document.querySelector<HTMLElement>(`input[type="radio"][name="${name}"][value="${value}"]`)?.click();
}

/** In the page. */
function check(name: string, isWanted: boolean): void {
  const box = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (box !== null && box.checked !== isWanted) box.click();
}
