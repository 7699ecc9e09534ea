/** Handing messages over to the sender: what is due again without an answer, and what is not handed over. */
import { beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { notifierTo, remind } from '#api/notifications/pass-on.ts';
import { readReach, saveReturn, saveSettings } from '#api/notifications/preferences/settings.ts';
import { planReminder, remindersDueAt } from '#api/notifications/reminders.ts';
import type { Handover, Taken } from '#api/notifications/sender/messages.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import { initialState, type LedgerState } from '#core/points/evolve.ts';
import { START } from '#tests/support/deployment.ts';

const TODAY = dayOf(START);
const DUE = TODAY * DAY_MS + 20 * 3_600_000;

let sql: Sql;
let now: number;
let state: LedgerState;
let handed: Handover[];
let answer: () => Promise<Taken>;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  migrate(sql, migrations, START);
  now = START;
  state = {
    ...initialState(1),
    onboarded: true,
    streak: { lastDay: TODAY - 1, current: 5, longest: 9, freezes: 0 },
  };
  saveReturn(sql, 1, START - 1000);
  handed = [];
  answer = async () => ({ taken: true });
});

const deps = () => ({
  sql,
  clock: { now: () => now },
  account: () => state,
  sender: {
    take(handover: Handover) {
      handed.push(handover);
      return answer();
    },
  },
});

describe('a reminder', () => {
  const due = { userId: 1, day: TODAY };
  beforeEach(() => {
    planReminder(sql, state, now);
    expect(remindersDueAt(sql)).toBe(DUE);
    now = DUE;
  });

  test('is no longer due once handed over', async () => {
    await remind(deps(), due);
    expect([handed.length, remindersDueAt(sql)]).toEqual([1, null]);
  });

  test('is due again after a minute if the sender does not answer', async () => {
    answer = async () => {
      throw new Error('no answer');
    };
    await expect(remind(deps(), due)).rejects.toThrow('no answer');
    expect(remindersDueAt(sql)).toBe(now + 60_000);
  });

  test('is due again after a minute while its handover runs, in case it never finishes', async () => {
    let settle = (_: Taken) => {};
    answer = () =>
      new Promise((resolve) => {
        settle = resolve;
      });
    const reminding = remind(deps(), due);
    expect(remindersDueAt(sql)).toBe(now + 60_000);
    settle({ taken: true });
    await reminding;
    expect(remindersDueAt(sql)).toBeNull();
  });

  test('is not planned again after its handover, even if reminders were toggled since', async () => {
    await remind(deps(), due);
    const { notifications } = DEFAULT_SETTINGS;
    for (const streakReminder of [false, true]) {
      now += 1000;
      saveSettings(
        sql,
        1,
        { ...DEFAULT_SETTINGS, notifications: { ...notifications, streakReminder } },
        now,
        now,
      );
      planReminder(sql, state, now);
    }
    expect(remindersDueAt(sql)).toBeNull();
  });

  test('of the next day, planned during the handover, stays', async () => {
    answer = async () => {
      state = { ...state, streak: { lastDay: TODAY, current: 6, longest: 9, freezes: 0 } };
      planReminder(sql, state, now);
      return { taken: true };
    };
    await remind(deps(), due);
    expect(remindersDueAt(sql)).toBe(DUE + DAY_MS);
  });

  test('that is no longer needed is done and not handed over', async () => {
    state = { ...state, streak: { ...state.streak, lastDay: TODAY } };
    await remind(deps(), due);
    expect([handed, remindersDueAt(sql)]).toEqual([[], DUE + DAY_MS]);
  });

  test('is followed by one for each day that a freeze covers, and by none after the last of them', async () => {
    state = { ...state, streak: { ...state.streak, freezes: 2 } };
    for (const days of [0, 1, 2]) {
      now = DUE + days * DAY_MS;
      await remind(deps(), { userId: 1, day: TODAY + days });
      // A launch on the same day plans none for a day that is over.
      planReminder(sql, state, now);
      expect(remindersDueAt(sql)).toBe(days === 2 ? null : now + DAY_MS);
    }
    expect(handed).toHaveLength(3);
  });
});

describe('news', () => {
  const notice = { id: 'x', userId: 1, seq: 4, at: START, kind: 'level_reached', level: 7 } as const;
  const tell = () => notifierTo(deps()).tell(1, [notice]);

  test('are handed over with the time since when the bot may write', async () => {
    expect(await tell()).toBe('taken');
    expect(handed).toMatchObject([
      { userId: 1, returnedAt: START - 1000, messages: [{ id: 'x', generation: 0 }] },
    ]);
  });

  test('are dropped if the bot may not write, they are switched off, or the user is gone', async () => {
    saveSettings(
      sql,
      1,
      { ...DEFAULT_SETTINGS, notifications: { ...DEFAULT_SETTINGS.notifications, levelUp: false } },
      START,
      START,
    );
    expect(await tell()).toBe('taken');
    saveSettings(sql, 1, DEFAULT_SETTINGS, START + 1, START);
    sql.run('DELETE FROM reach');
    expect(await tell()).toBe('taken');
    saveReturn(sql, 1, START);
    state = { ...state, deletions: 1, onboarded: false };
    expect(await tell()).toBe('taken');
    expect(handed).toEqual([]);
  });

  test('report since when the bot may not write, if they are refused', async () => {
    answer = async () => ({ taken: false, refusedAt: START + 5 });
    await tell();
    expect(readReach(sql, 1)).toEqual({ mayWrite: false, returnedAt: START - 1000 });
    await tell();
    expect(handed).toHaveLength(1);
  });
});
