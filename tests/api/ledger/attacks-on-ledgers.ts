import { allEvents, insertAt, tamper } from '../../support/attacks.ts';
import { type Attack, edit, invent, isCredit, isRecord, remove } from './attack.ts';

export const ledgerAttacks: readonly Attack[] = [
  {
    name: 'edit: the award of a record',
    userId: 1,
    attack: edit(isRecord, () => ({ award: 2000 })),
    raw: ['chain'],
    rehashed: ['award'],
    heads: ['head_rewritten'],
  },
  {
    name: 'edit: a day that does not match the times',
    userId: 1,
    attack: edit(isRecord, (event) => ({ data: event.data.replace(/"day":\d+/, '"day":20000') })),
    raw: ['chain'],
    rehashed: ['data'],
    heads: ['head_rewritten'],
  },
  {
    name: 'edit: a fact with the same award, such as which calculator it was',
    userId: 1,
    attack: edit(isRecord, (event) => ({ data: event.data.replace('RiskMoney', 'Staking') })),
    raw: ['chain'],
    rehashed: [],
    heads: ['head_rewritten'],
  },
  {
    name: 'edit: who invited a user',
    userId: 3,
    attack: edit(
      (event) => event.seq === 1,
      (event) => ({ data: event.data.replace('"referrer":2', '"referrer":1') }),
    ),
    raw: ['chain'],
    rehashed: ['credit_wrong'],
    heads: ['head_rewritten'],
  },
  {
    name: "edit: the amount behind a credit's tenth",
    userId: 1,
    attack: edit(
      (event) => event.data.includes('"basis":75000'),
      (event) => ({ award: 8500, data: event.data.replace('75000', '85000') }),
    ),
    raw: ['credit_changed', 'chain'],
    rehashed: ['credit_changed'],
    heads: ['head_rewritten'],
  },
  {
    name: 'deletion of a record of a user without a referrer',
    userId: 1,
    attack: remove(isRecord),
    raw: ['sequence'],
    rehashed: [],
    heads: ['head_cut'],
  },
  {
    name: 'deletion of a record of an invited user',
    userId: 2,
    attack: remove(isRecord),
    raw: ['credit_without_source', 'sequence'],
    rehashed: ['credit_missing', 'credit_without_source'],
    heads: ['head_cut'],
  },
  {
    name: 'deletion of a credit',
    userId: 1,
    attack: remove(isCredit),
    raw: ['sequence', 'credit_lost'],
    rehashed: ['credit_lost'],
    heads: ['head_cut'],
  },
  {
    name: 'swap of two records',
    userId: 1,
    attack: (sql, userId) =>
      tamper(sql, userId, (events) => {
        const [first, second] = events.filter(isRecord);
        if (first === undefined || second === undefined) throw new Error('There are no two records');
        return events
          .map((event) => (event === first ? second : event === second ? first : event))
          .map((event, index) => ({ ...event, seq: index + 1 }));
      }),
    raw: ['chain'],
    rehashed: [],
    heads: ['head_rewritten'],
  },
  {
    name: 'insertion of a record for a user without a referrer',
    userId: 1,
    attack: (sql, userId) => tamper(sql, userId, (events) => insertAt(events, 4, invent(events))),
    raw: ['chain'],
    rehashed: [],
    heads: ['head_rewritten'],
  },
  {
    name: 'insertion of a record for an invited user',
    userId: 2,
    attack: (sql, userId) => tamper(sql, userId, (events) => insertAt(events, 4, invent(events))),
    raw: ['chain'],
    rehashed: ['credit_missing', 'credit_without_source'],
    heads: ['head_rewritten'],
  },
  {
    name: 'insertion of a check-in for a claimed day',
    userId: 3,
    attack: (sql, userId) =>
      tamper(sql, userId, (events) => {
        const index = events.findIndex((event) => event.type === 'CheckInClaimed.v1');
        const model = events[index];
        if (model === undefined) throw new Error('There is no check-in');
        return insertAt(events, index + 1, { ...model, eventId: `${model.eventId}0` });
      }),
    raw: ['chain'],
    rehashed: ['refused'],
    heads: ['head_rewritten'],
  },
  {
    name: 'cut tail of records',
    userId: 3,
    attack: (sql, userId) => tamper(sql, userId, (events) => events.slice(0, -1)),
    raw: ['account_wrong'],
    rehashed: [],
    heads: ['head_cut'],
  },
  {
    name: 'cut tail with credits',
    userId: 1,
    attack: (sql, userId) => tamper(sql, userId, (events) => events.slice(0, events.findLastIndex(isCredit))),
    raw: ['account_wrong', 'credit_lost'],
    rehashed: ['credit_lost'],
    heads: ['head_cut'],
  },
  {
    name: 'a whole ledger removed',
    userId: 3,
    attack: (sql, userId) => tamper(sql, userId, () => []),
    raw: ['credit_without_source', 'account_without_events'],
    rehashed: ['credit_without_source'],
    heads: ['head_missing'],
  },
  {
    name: 'edited projection',
    userId: 2,
    attack: (sql, userId) =>
      sql.run(
        `UPDATE accounts SET total = total + 1000,
           state = json_set(state, '$.points.checkin', json_extract(state, '$.points.checkin') + 1000)
         WHERE user_id = ?`,
        userId,
      ),
    raw: ['account_wrong'],
    rehashed: [],
    heads: [],
  },
  {
    name: 'insertion of a check-in for a missed day',
    userId: 1,
    attack: (sql, userId) =>
      tamper(sql, userId, (events) => {
        const model = allEvents(sql, 3).find(({ type }) => type === 'CheckInClaimed.v1');
        const index = events.findIndex(isRecord);
        const { at = 0 } = events[index] ?? {};
        if (model === undefined) throw new Error('There is no check-in');
        return insertAt(events, index + 1, { ...model, userId, at });
      }),
    raw: ['chain'],
    rehashed: [],
    heads: ['head_rewritten'],
  },
];
