/** Mistakes in the publisher, in the operator's work and on the phone, and a seed that notices each. */

import { PROOF_PORTS } from '#api/proof/verify.ts';
import { sha256 } from '#api/runtime/hashing.ts';
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import { followKeys } from '#core/proof/key-change.ts';
import type { Cases } from '#device/verify/messages.ts';
import type { Verifier } from '#device/verify/port.ts';
import { verifierInPlace } from '#device/verify/port.ts';
import type { DatabaseName } from './operator.ts';
import { VERIFIER } from './trader.ts';
import type { ProofBreakage } from './world.ts';

/** A phone that is given something else than it should check. */
function givenTo<Type extends keyof Cases>(
  type: Type,
  change: (given: Cases[Type]) => Cases[Type],
): Verifier {
  return {
    ...VERIFIER,
    judge: (question, onLink) =>
      VERIFIER.judge(
        question.type === (type as string)
          ? { ...question, given: change(question.given as never) as never }
          : question,
        onLink,
      ),
  };
}

/** A database that does not run some statements. */
function without(name: DatabaseName, beginning: string): NonNullable<ProofBreakage['sql']> {
  return (of, sql) =>
    of !== name
      ? sql
      : new Proxy(sql, {
          get: (_, key) =>
            key === 'run'
              ? (text: string, ...values: never[]) =>
                  text.startsWith(beginning) ? { changes: 1 } : sql.run(text, ...values)
              : Reflect.get(sql, key as keyof NodeSqlite),
        });
}

export const BREAKAGES: readonly (readonly [what: string, seed: number, breakage: ProofBreakage])[] = [
  [
    'a phone that takes any signature',
    35,
    { verifier: verifierInPlace(sha256, { ...PROOF_PORTS, verify: async () => true, followKeys }) },
  ],
  [
    'a phone that forgets what it has checked and known',
    3,
    {
      verifier: givenTo('total', (given) => ({
        ...given,
        own: { ...given.own, checked: null, checkedHash: null, known: [] },
      })),
    },
  ],
  [
    'a phone that forgets the checkpoints that it has seen',
    9,
    {
      verifier: givenTo('total', (given) => ({
        ...given,
        log: { ...given.log, notes: given.log.notes.slice(0, 1) },
      })),
    },
  ],
  [
    'a phone that compares no passport with what it has seen',
    19,
    { verifier: givenTo('view', (given) => ({ ...given, notes: given.notes.slice(0, 1) })) },
  ],
  [
    'a phone that asks for no signature of a witness',
    45,
    {
      verifier: {
        ...VERIFIER,
        judge: (question, onLink) =>
          VERIFIER.judge({ ...question, known: { ...question.known, quorum: '0' } }, onLink),
      },
    },
  ],
  [
    'a phone that believes the total of the leaf',
    1,
    {
      verifier: givenTo('total', (given) => {
        const { event } = given.own;
        if (given.proof === null || event === null) return given;
        const { leaf } = JSON.parse(given.proof) as { readonly leaf: { readonly total: string } };
        return { ...given, own: { ...given.own, event: { ...event, points: Number(leaf.total) } } };
      }),
    },
  ],
  [
    'a phone that does not read what the log says of restores',
    4,
    { verifier: givenTo('total', (given) => ({ ...given, log: { ...given.log, entries: [] } })) },
  ],
  [
    'a phone that does not ask whether its total was left out',
    13,
    {
      verifier: givenTo('total', (given) =>
        given.proof === null ? { ...given, log: { ...given.log, entries: [] } } : given,
      ),
    },
  ],
  ['a backup that takes the log along', 4, { restore: (_, copy) => copy }],
  [
    'ledgers that do not remember what is published',
    2,
    { sql: without('ledgers', 'UPDATE published SET day') },
  ],
  ['ledgers that lose their mark', 2, { sql: without('ledgers', 'INSERT INTO log_marks') }],
  [
    'a log that does not tell of marks',
    40,
    { sql: without('proof', 'UPDATE ledger_mark SET set_back = max') },
  ],
];
