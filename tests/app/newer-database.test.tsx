/** A database that newer code wrote: it stays as it is, new records are only in memory, and the texts say so. */
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { Safety } from '#app/boot/safety.tsx';
import { DeviceProvider } from '#device/device-context.ts';
import type { DeviceRecord, Durability } from '#device/model.ts';
import { RecordLine } from '#features/calculators/shared/record-line.tsx';
import { fakeDevice } from '#tests/support/fake-device.ts';

const PENDING: DeviceRecord = {
  id: '01936f2e-7b1a-7cc0-8f00-3b9a2c1d4e5f',
  calculationType: 'RiskMoney',
  occurredAt: 0,
  inputs: {},
  revision: 0,
  state: 'pending',
  awarded: null,
  reason: null,
  refusal: null,
  seq: null,
};

beforeAll(async () => {
  await i18next.init({ lng: 'cimode' });
});

/** The keys of the texts on a failed screen and under a result. */
function textsFor(durability: Durability) {
  const device = fakeDevice(7);
  device.set.durability.set(durability);
  return [<Safety key="screen" />, <RecordLine key="result" record={PENDING} />]
    .map((part) => renderToString(<DeviceProvider value={device}>{part}</DeviceProvider>))
    .map((markup) => /(error|record)\.\w+/.exec(markup)?.[0]);
}

test.each([
  ['kept', 'error.kept', 'record.waits'],
  ['memory', 'error.memory', 'record.memory'],
  ['read_only', 'error.read_only', 'record.memory'],
] as const)('a store that is %s: %s on a failed screen, %s under a result', (durability, ...texts) => {
  expect(textsFor(durability)).toEqual(texts);
});
