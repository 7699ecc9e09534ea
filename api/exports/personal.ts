/**
 * What the database of a user's ledger keeps about them, as one JSON file: a section per heading of the privacy page, with the
 * rows of its tables as the manifests of the subjects name them. Columns that the manifests hide are left out with the reason,
 * such as secrets and pictures. On Cloudflare the file only says what the databases of all users hold of this one. Other users
 * are in it by number, as referrer or friend, and in the list of friends as the app shows it.
 */
import type { Language } from '#core/languages.ts';
import { RETENTION } from '#core/privacy/retention.ts';
import { PRIVACY_SUBJECTS, type PrivacySubject } from '#core/privacy/subjects.ts';
import { translator } from '../bot/texts.ts';
import { DATABASES } from '../migrations.ts';
import type { Neighbours } from '../referrals/neighbours.ts';
import { hasTable } from '../runtime/sqlite/migrations.ts';
import type { Sql, SqlValue } from '../runtime/sqlite/port.ts';
import type { PersonalRows, Tables } from '../runtime/sqlite/tables.ts';
import { findPerson } from '../users/users.ts';

export interface PersonalDeps {
  readonly sql: Sql;
  readonly friends: Neighbours['friends'];
}

/** Rows in memory at once: a calculation has up to 2 KB of inputs. */
const ROWS_AT_ONCE = 30;

const ABOUT = {
  format: 'irich-personal-1',
  times: 'Times are milliseconds since 1970-01-01 UTC, or seconds in valid_until and ask_until.',
  points: 'Points are thousandths of an iRICH.',
};

/** The last characters of a whole file. */
export const PERSONAL_END = '\n]}\n';

/** Why a table that Cloudflare keeps for all users has no rows in the database of one. */
const ELSEWHERE =
  'in a database of all users: price alerts as in your settings, messages that the bot sends, and since when it may not write to you';

/** The pieces of the file. Rows are read page by page while it is taken. @param now UTC milliseconds. */
export function* personalExport(deps: PersonalDeps, userId: number, now: number): Generator<string> {
  const { sql } = deps;
  const isSingle = hasTable(sql, 'told');
  const own = new Set(
    (isSingle ? DATABASES.user : DATABASES.machine).flatMap(({ personal }) => Object.keys(personal)),
  );
  const language = findPerson(sql, userId)?.language ?? 'en';
  const head = { ...ABOUT, userId, exportedAt: new Date(now).toISOString(), language };
  yield `${JSON.stringify(head).slice(0, -1)},\n"sections":[`;
  for (const [index, subject] of PRIVACY_SUBJECTS.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(wordsOf(subject, language)).slice(0, -1)},"tables":[`;
    let before = '';
    for (const [table, rows] of tablesOf(subject, isSingle)) {
      yield `${before}\n${JSON.stringify({ table }).slice(0, -1)},`;
      if (typeof rows !== 'string' && own.has(table)) yield* rowsOf(sql, userId, table, rows);
      else yield `"why":${JSON.stringify(typeof rows === 'string' ? rows : ELSEWHERE)}}`;
      before = ',';
    }
    yield ']';
    if (subject === 'friends') yield* friendsOf(deps, userId);
    yield '}';
  }
  yield PERSONAL_END;
}

/**
 * The tables of a subject in this deployment; a table with the same name is the same in each database.
 * @param isSingle in the deployment with a database for each user.
 */
function tablesOf(
  subject: PrivacySubject,
  isSingle: boolean,
): readonly (readonly [string, PersonalRows | string])[] {
  const { machine, proof } = DATABASES;
  const all: readonly Tables[] = isSingle ? Object.values(DATABASES).flat() : [...machine, ...proof];
  const found = new Map<string, PersonalRows | string>();
  for (const { privacy, personal } of all)
    for (const [table, rows] of Object.entries(personal))
      if (privacy[table] === subject) found.set(table, rows);
  return [...found];
}

function wordsOf(subject: PrivacySubject, language: Language) {
  const t = translator(language);
  return {
    section: subject,
    title: t(`privacy:subject.${subject}.title`),
    what: t(`privacy:subject.${subject}.what`),
    why: t(`privacy:subject.${subject}.why`),
    kept: t(`privacy:subject.${subject}.long`, RETENTION),
    erased: t(`privacy:subject.${subject}.erased`),
  };
}

type Row = Record<string, SqlValue>;

function* rowsOf(
  sql: Sql,
  userId: number,
  table: string,
  { user = 'user_id', key, shows, json = [], hides = {} }: PersonalRows,
): Generator<string> {
  const keys = key?.split(', ') ?? [];
  const hidden = keys.filter((name) => !shows.split(', ').includes(name));
  const own = user === null ? { text: 'true', values: [] } : { text: `${user} = ?`, values: [userId] };
  const next = `(${keys.join(', ')}) > (${keys.map(() => '?').join(', ')})`;
  const order = keys.length === 0 ? '' : ` ORDER BY ${keys.join(', ')}`;
  const select = `SELECT ${[shows, ...hidden].join(', ')} FROM ${table} WHERE ${own.text}`;
  if (Object.keys(hides).length > 0) yield `"leftOut":${JSON.stringify(hides)},`;
  yield '"rows":[';
  let last: Row | undefined;
  do {
    const isFirst = last === undefined;
    const page = sql.all<Row>(
      `${select}${isFirst ? '' : ` AND ${next}`}${order} LIMIT ${ROWS_AT_ONCE}`,
      ...own.values,
      ...keys.flatMap((name) => (last === undefined ? [] : [last[name] ?? null])),
    );
    const shown = page.map((row) => JSON.stringify(readable(row, json, hidden)));
    if (shown.length > 0) yield `${isFirst ? '' : ','}\n${shown.join(',\n')}`;
    last = keys.length > 0 && page.length === ROWS_AT_ONCE ? page.at(-1) : undefined;
  } while (last !== undefined);
  yield ']}';
}

function readable(row: Row, json: readonly string[], hidden: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !hidden.includes(name))
      .map(([name, value]) => [
        name,
        json.includes(name) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
      ]),
  );
}

/** As the app lists them. */
function* friendsOf({ friends }: PersonalDeps, userId: number): Generator<string> {
  yield ',"friends":[';
  let cursor: string | null = null;
  let before = '';
  do {
    const page: ReturnType<PersonalDeps['friends']> = friends(userId, cursor, ROWS_AT_ONCE);
    for (const friend of page.friends) {
      yield `${before}\n${JSON.stringify(friend)}`;
      before = ',';
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  yield ']';
}
