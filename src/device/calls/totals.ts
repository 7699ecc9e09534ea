/** Published totals: the check of the user's own, a friend's checkpoint, and the evidence of all that was seen. */
import { PROOF_ANSWERS, type ProofAnswer } from '#core/contract/proof.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import type { StoredEvent } from '#core/points/events.ts';
import type { StandingFault } from '#core/points/standing.ts';
import { toHex } from '#core/proof/bytes.ts';
import { LINKS, type OwnLedger, type TotalVerdict } from '#core/proof/check-total.ts';
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import type { PinTexts } from '#core/proof/pins.ts';
import type { Device, OwnEventsQuery, VerifyResult } from '../model.ts';
import type { CheckedTotal, CheckProgress, Meeting, TotalCheck, TotalWatch } from '../proof-model.ts';
import { readFacts } from '../store/facts.ts';
import { readEvents, readHead } from '../store/ledger.ts';
import { isBehind } from '../store/profile.ts';
import { changeProofs, readProofs } from '../store/proofs.ts';
import type { ProofAnswered, ProofRow } from '../store/rows.ts';
import { type Fetch, isReopening } from '../sync/api-client.ts';
import { fetchLog, type LogFetched, type LogWanted } from '../verify/log-files.ts';
import type { KnownKeys } from '../verify/messages.ts';
import { forkOf, isNewer, keepTotal, type LogSeen, MOST_MET } from './keep-total.ts';
import { logKeys } from './log-keys.ts';
import { STEP, type VerifyOptions, verifyEvents } from './verify.ts';

export interface TotalOptions extends VerifyOptions {
  readonly pins: PinTexts;
  readonly fetch: Fetch;
  readonly baseUrl: string;
}

export type TotalCalls = Pick<
  Device,
  'totalWatch' | 'checkTotal' | 'meetCheckpoint' | 'proofEvidence' | 'ownEvents'
>;

/** The operator has until noon to publish the day before. */
const LATE_MS = DAY_MS / 2;

type Trouble = TotalCheck['trouble'];

export function totalCalls(options: TotalOptions, generationOf: () => Promise<number | null>): TotalCalls {
  const { context, engine, verifier, pins } = options;
  const { api, store, userId, clock, log } = context;
  const isPinned = pins.origin !== '';
  const logsKeys = logKeys(options);

  async function fetchProof(): Promise<{ readonly proof: string | null } | { readonly trouble: Trouble }> {
    const path = { id: userId };
    const answer = await api.ask<ProofAnswer>(PROOF_ANSWERS.proof, {
      path,
      generation: await generationOf(),
    });
    if (answer.ok) return { proof: JSON.stringify(answer.value.proof) };
    const { failure } = answer;
    if (failure.type === 'refused' && failure.code === 'proof_missing') return { proof: null };
    if (failure.type === 'no_answer') return { trouble: 'offline' };
    return { trouble: isReopening(failure) ? 'reopen' : 'failed' };
  }

  /** What the server and the log say now, with the keys for it. */
  async function fetchAll(wanted: LogWanted): Promise<Fetched | { readonly trouble: Trouble }> {
    let asked = await fetchProof();
    if ('trouble' in asked) return asked;
    const fetched = await fetchLog(fileOptions(), wanted);
    // A day may have been published between the two questions.
    if (sizeOf(fetched?.note) > daysUpTo(asked.proof)) asked = await fetchProof();
    if ('trouble' in asked) return asked;
    const note = fetched?.note ?? null;
    const keys = await logsKeys.knownFor([checkpointOf(asked.proof), note].filter((one) => one !== null));
    if (keys === null) return { trouble: 'failed' };
    return { answer: { proof: asked.proof, note, at: clock.now() }, fetched, keys };
  }

  /** The phone's own events as the check needs them, and their verdict. */
  async function readOwn(
    answer: ProofAnswered | null,
    checked: ProofRow['checked'],
    onProgress: (progress: CheckProgress) => void,
  ) {
    const seq = seqOf(answer?.proof ?? null);
    let sum = { points: 0, event: null as OwnLedger['event'], checkedHash: null as string | null };
    const events = await verifyEvents(options, (step, all) => {
      // A damaged copy is checked again from its first event on.
      if (step[0]?.seq === 1) sum = { points: 0, event: null, checkedHash: null };
      for (const event of step) {
        if (event.seq <= seq) sum.points += event.award;
        if (event.seq === seq) sum.event = { hash: event.hash, points: sum.points, at: event.at };
        if (event.seq === checked?.seq) sum.checkedHash = event.hash;
      }
      onProgress({ stage: 'events', checked: step.at(-1)?.seq ?? 0, all });
    });
    const { knownHeads, restored, serverOffset } = await readFacts(store);
    const { event, checkedHash } = sum;
    const own: OwnLedger = {
      state: stateOf(events),
      event,
      known: knownHeads,
      checked,
      checkedHash,
      // Days are the server's, and the clock of a phone may be years off.
      restores: restored.map(({ noticedAt, commonSeq }) => ({
        noticedAt: noticedAt + (serverOffset ?? 0),
        commonSeq,
      })),
      isInLine: answer?.isInLine ?? false,
    };
    return { events, own };
  }

  /** Whether the phone now has all events of the server. */
  async function syncsNow(): Promise<boolean> {
    const began = clock.now();
    await engine.syncNow();
    const { profileAt } = await readFacts(store);
    return profileAt !== null && profileAt >= began && !(await isBehind(store));
  }

  async function checkTotal(onProgress: (progress: CheckProgress) => void): Promise<TotalCheck> {
    onProgress({ stage: 'sync' });
    const isSynced = await syncsNow();
    if (!isPinned) {
      const { events } = await readOwn(null, null, onProgress);
      return { events, total: null, trouble: null };
    }
    onProgress({ stage: 'fetch' });
    const { generation } = await readFacts(store);
    const kept = await readProofs(store);
    const wanted = { hashes: kept?.hashes ?? new Uint8Array(), from: (kept?.checked?.index ?? -1) + 1 };
    const asked = await fetchAll(wanted);
    const fetched = 'answer' in asked ? asked.fetched : null;
    // Events of the leaf, or a restore, may have come between the sync and these answers.
    const answer =
      'answer' in asked
        ? { ...asked.answer, isInLine: isSynced && (await syncsNow()) }
        : (kept?.answer ?? null);
    const at = 'answer' in asked ? asked.answer.at : clock.now();
    const keys = 'answer' in asked ? asked.keys : await logsKeys.known();
    const { events, own } = await readOwn(answer, kept?.checked ?? null, onProgress);
    const trouble = 'trouble' in asked ? asked.trouble : null;
    if (answer === null) return { events, total: null, trouble };

    const { serverOffset } = await readFacts(store);
    const now = at + (serverOffset ?? 0);
    const judge = (log: LogSeen) =>
      verifier.judge(
        { type: 'total', known: keys, given: { proof: answer.proof, own, log, now } },
        (link, verdict) => onProgress({ stage: 'link', link, verdict }),
      );
    let seen = seenOf(kept, answer, fetched);
    let verdict = await judge(seen);
    // With kept hashes alone a fork looks like a damaged file: all of the log's own decide.
    if (fetched !== null && wanted.hashes.length > 0 && verdict.view.state !== 'ok') {
      const whole = await fetchLog(fileOptions(), { ...wanted, hashes: new Uint8Array() });
      if (whole !== null) {
        seen = seenOf(kept, answer, whole);
        verdict = await judge(seen);
      }
    }
    const total: CheckedTotal = {
      checkedAt: at,
      fetchedAt: answer.at,
      verdict,
      missingDays: missing(verdict, own, now),
      daysBehind: Math.max(0, Math.floor((at - now) / DAY_MS)),
    };
    await keepTotal(store, { total, answer, seen, own, generation });
    return { events, total, trouble };
  }

  async function meetCheckpoint(note: string): Promise<Meeting> {
    if (!isPinned || readCheckpoint(note) === null) return 'unsigned';
    let keys = (await logsKeys.knownFor([note])) ?? (await logsKeys.known());
    const alone = await verifier.judge({
      type: 'view',
      known: keys,
      given: { notes: [note], hashes: new Uint8Array() },
    });
    if (alone.newest === null) return 'unsigned';
    const kept = await readProofs(store);
    let hashes = kept?.hashes ?? new Uint8Array();
    const notes = [note, ...(kept?.newest == null ? [] : [kept.newest])];
    const compare = () => verifier.judge({ type: 'view', known: keys, given: { notes, hashes } });
    let judged = await compare();
    if (judged.state !== 'ok' && judged.state !== 'fork') {
      const fetched = await fetchLog(fileOptions(), {
        hashes: new Uint8Array(),
        from: Number.MAX_SAFE_INTEGER,
      });
      if (fetched !== null) {
        notes.push(fetched.note);
        hashes = fetched.hashes;
        keys = (await logsKeys.knownFor(notes)) ?? keys;
        judged = await compare();
      }
    }
    const at = clock.now();
    const { state, newest, fork } = judged;
    await changeProofs(store, at, (row) => ({
      fork: row.fork ?? forkOf(fork, fork?.includes(note) ? 'friend' : 'server', at, hashes),
      ...(state === 'ok' && isNewer(newest, row.newest)
        ? { newest, hashes, entries: [], entriesFrom: 0 }
        : {}),
      ...(state === 'ok' || row.met.includes(note) ? {} : { met: [...row.met, note].slice(-MOST_MET) }),
    }));
    if (state === 'unknown' || state === 'tiles') return 'later';
    if (state === 'fork') return 'fork';
    return notes.length === 1 ? 'first' : 'agrees';
  }

  const fileOptions = () => ({ fetch: options.fetch, baseUrl: options.baseUrl, clock, log });

  return {
    async totalWatch(): Promise<TotalWatch> {
      const row = await readProofs(store);
      const links = row?.last?.verdict.links;
      // The newest failure is on the screen itself.
      const isShown = links !== undefined && LINKS.some((link) => links[link].state === 'fault');
      return {
        isPinned,
        quorum: quorumOf(pins),
        since: row?.newest == null ? null : row.since,
        last: row?.last ?? null,
        proof: row?.proofs[0]?.text ?? null,
        fork: row?.fork ?? null,
        wrong: (row?.wrong ?? []).filter(({ proof }) => !isShown || proof !== row?.answer?.proof),
      };
    },
    checkTotal,
    meetCheckpoint,
    async proofEvidence() {
      const row = await readProofs(store);
      const { knownHeads, restored } = await readFacts(store);
      const head = await readHead(store);
      const own = await ownUpTo(seqOf(row?.answer?.proof ?? null) || head.seq);
      const seen = {
        v: 1,
        savedAt: clock.now(),
        pins,
        userId,
        head,
        own,
        knownHeads,
        restored,
        ...row,
      };
      return JSON.stringify(seen, asEvidence, 1);
    },
    ownEvents: (query) => ownEvents(query),
  };

  /** The newest of this phone's events up to a number, and the sum of all awards up to it, thousandths. */
  async function ownUpTo(seq: number) {
    let own = { seq: 0, hash: '', points: 0 };
    for (;;) {
      const step = (await readEvents(store, own.seq, STEP)).filter((event) => event.seq <= seq);
      const last = step.at(-1);
      if (last === undefined) return own;
      own = {
        seq: last.seq,
        hash: last.hash,
        points: step.reduce((sum, { award }) => sum + award, own.points),
      };
    }
  }

  async function ownEvents({ before, bucket, limit }: OwnEventsQuery): Promise<StoredEvent[]> {
    const found: StoredEvent[] = [];
    for (let end = before ?? (await readHead(store)).seq + 1; end > 1 && found.length < limit; end -= STEP) {
      const from = Math.max(1, end - STEP);
      const step = await readEvents(store, from - 1, end - from);
      found.push(...step.reverse().filter((event) => bucket === undefined || event.bucket === bucket));
    }
    return found.slice(0, limit);
  }
}

interface Fetched {
  readonly answer: ProofAnswered;
  /** Null if the log's files did not arrive. */
  readonly fetched: LogFetched | null;
  readonly keys: KnownKeys;
}

/** All that is known of the log: what is kept, and what was fetched now. */
function seenOf(kept: ProofRow | null, answer: ProofAnswered, fetched: LogFetched | null): LogSeen {
  const notes = [answer.note, kept?.newest, ...(kept?.met ?? [])].filter((note) => note != null);
  const own = kept?.hashes ?? new Uint8Array();
  if (fetched === null || fetched.hashes.length < own.length) {
    const { entries = [], from = 0 } = fetched ?? { entries: kept?.entries, from: kept?.entriesFrom };
    return { notes, hashes: own, entries, from };
  }
  return { notes, hashes: fetched.hashes, entries: fetched.entries, from: fetched.from };
}

/** Faults of the profile: the events themselves are valid. */
const OF_PROFILE: readonly string[] = [
  'head',
  'points',
  'level',
  'badges',
  'friends',
  'streak',
] satisfies StandingFault[];

function stateOf(events: VerifyResult): OwnLedger['state'] {
  if (events.ok || OF_PROFILE.includes(events.fault)) return 'valid';
  return events.fault === 'unknown_rules' ? 'unknown_rules' : 'invalid';
}

/** The number of the leaf's event; 0 without a readable proof. */
function seqOf(proof: string | null): number {
  if (proof === null) return 0;
  const { leaf } = JSON.parse(proof) as ProofAnswer['proof'];
  return leaf.seq;
}

/** The signed note in a saved proof. */
function checkpointOf(proof: string | null): string | null {
  return proof === null ? null : (JSON.parse(proof) as ProofAnswer['proof']).checkpoint;
}

/** How many days of the log there are up to the one of a saved proof; 0 without one. */
function daysUpTo(proof: string | null): number {
  return proof === null ? 0 : (JSON.parse(proof) as ProofAnswer['proof']).index + 1;
}

function sizeOf(note: string | undefined): number {
  return note === undefined ? 0 : (readCheckpoint(note)?.size ?? 0);
}

/** Hashes as hexadecimal, and sums as decimals. */
function asEvidence(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return toHex(value);
  return typeof value === 'bigint' ? String(value) : value;
}

/** Days that should have been published after the newest one; without any, since this phone first knew events of its own. */
function missing({ newestDay }: TotalVerdict, { known }: OwnLedger, now: number): number {
  const first = Math.min(...known.filter(({ seq }) => seq > 0).map(({ day }) => day));
  const newest = newestDay === null ? first - 1 : dayOf(Date.parse(newestDay));
  return Number.isFinite(newest) ? Math.max(0, dayOf(now - LATE_MS) - 1 - newest) : 0;
}

/** As `readPins` reads it, which the check itself holds to account. */
function quorumOf({ witnesses, quorum }: PinTexts): number {
  if (quorum !== '') return Number(quorum);
  return witnesses.split(/\s/).filter((text) => text !== '').length;
}
