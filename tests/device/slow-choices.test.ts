/** A choice is not lost to an earlier one of the same device that took longer to the server and arrived before it. */
import { describe, expect, test } from 'vitest';
import { type Rig, rig } from './sync-rig.ts';
import { ELSEWHERE, LEVEL_OFF, MINUTE, opened, PUT, switched, told } from './sync-settings.ts';

const FIRST = { quiet: { from: 23, to: 8 } };
const SECOND = { quiet: { from: 23, to: 6 } };
const LANGUAGE = 'PATCH /api/user/language';

/** The next request takes three seconds to the server, and those from half a second later on a hundredth. */
async function slowly(r: Rig, request: () => unknown): Promise<void> {
  r.wayMs = 3_000;
  void request();
  await r.pass(500);
  r.wayMs = 10;
}

/** A device in Berlin, where the server has the settings of another one in Tokyo. */
async function travelled(r: Rig) {
  r.zone = 'Europe/Berlin';
  r.ledger.settings = ELSEWHERE;
  const device = await opened(r);
  r.ledger.settings = { ...ELSEWHERE, zone: 'Asia/Tokyo' };
  r.calls.length = 0;
  return device;
}

describe('of the settings', () => {
  test('made while another is under way', async () => {
    const r = rig();
    const device = await opened(r);
    await slowly(r, () => device.changeSettings(FIRST));
    await device.changeSettings(SECOND);
    await r.pass(MINUTE);
    expect(told(r)).toHaveLength(2);
    expect(r.ledger.settings.quiet).toEqual(SECOND.quiet);
    expect(device.live.settings.current()?.settings.quiet).toEqual(SECOND.quiet);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('made while another is under way, and sent by the next start of the app', async () => {
    const r = rig();
    const device = await opened(r);
    await slowly(r, () => device.changeSettings(FIRST));
    await device.changeSettings(SECOND);
    device.close();
    await r.pass(10 * MINUTE);
    expect(r.ledger.settings.quiet).toEqual(FIRST.quiet);
    const next = await r.open('launch=2');
    await r.pass(MINUTE);
    expect(r.ledger.settings.quiet).toEqual(SECOND.quiet);
    expect(next.live.settings.current()?.settings.quiet).toEqual(SECOND.quiet);
  });

  test('made after another whose answer was lost', async () => {
    const r = rig();
    const device = await opened(r);
    r.script.set(PUT, (call) => {
      r.script.delete(PUT);
      r.ledger.answer(call);
      return null;
    });
    await slowly(r, () => device.changeSettings(FIRST));
    await device.changeSettings(SECOND);
    await r.pass(10 * MINUTE);
    expect(r.ledger.settings.quiet).toEqual(SECOND.quiet);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('made while the zone of the device is under way', async () => {
    const r = rig();
    const device = await travelled(r);
    void device.refreshSettings();
    await r.pass(5);
    // The fetch is under way, and the zone follows it.
    await slowly(r, () => undefined);
    await device.changeSettings(LEVEL_OFF);
    await r.pass(MINUTE);
    expect(told(r)).toHaveLength(2);
    expect(r.ledger.settings).toMatchObject({ quiet: ELSEWHERE.quiet, zone: 'Europe/Berlin' });
    expect(switched(r.ledger.settings)).toEqual(['levelUp']);
    expect(switched(device.live.settings.current()?.settings)).toEqual(['levelUp']);
  });

  test('made a minute after another was sent has its own time, so that a later one of another device stays', async () => {
    const r = rig();
    const device = await opened(r);
    await device.changeSettings(FIRST);
    await r.pass(MINUTE);
    r.online = false;
    await device.changeSettings(SECOND);
    const chosenAt = new Date(r.time.now()).toISOString();
    await r.pass(1_000);
    r.ledger.settings = ELSEWHERE;
    r.ledger.settingsChosenAt = r.time.now();
    r.online = true;
    r.wake('online');
    await r.pass(MINUTE);
    expect(told(r).at(-1)).toMatchObject({ chosenAt });
    expect(r.ledger.settings).toEqual(ELSEWHERE);
    expect(device.live.settings.current()?.settings).toEqual(ELSEWHERE);
  });

  test('made after a wrong clock was set right claims no time of that clock', async () => {
    const r = rig();
    r.clockAhead = 365 * 24 * 60 * MINUTE;
    const device = await opened(r);
    await device.changeSettings(FIRST);
    await r.pass(MINUTE);
    r.clockAhead = 0;
    r.online = false;
    await device.changeSettings(SECOND);
    await r.pass(10 * MINUTE);
    r.ledger.settings = ELSEWHERE;
    r.ledger.settingsChosenAt = r.time.now();
    r.online = true;
    r.wake('online');
    await r.pass(10 * MINUTE);
    expect(told(r)).toHaveLength(2);
    expect(r.ledger.settings).toEqual(ELSEWHERE);
  });
});

test.each(['answered', 'left unanswered'])(
  'of the language made while another is under way and %s',
  async (end) => {
    const r = rig();
    const device = await opened(r);
    if (end === 'left unanswered') {
      r.script.set(LANGUAGE, (call) => {
        r.script.delete(LANGUAGE);
        r.ledger.answer(call);
        return null;
      });
    }
    await slowly(r, () => device.chooseLanguage('ru'));
    await device.chooseLanguage('en');
    await r.pass(10 * MINUTE);
    expect(r.calls.filter(({ name }) => name === LANGUAGE)).toHaveLength(2);
    expect(r.ledger.language).toBe('en');
    expect(device.live.language.current()).toBe('en');
    expect(r.rows('outbox')).toEqual([]);
  },
);
