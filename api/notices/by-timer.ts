/** Telling where all ledgers are in one database of one process: after commits and at the start, by one timer. */
import type { Notice } from '#core/points/notices.ts';
import type { Notifier } from './notifier.ts';
import { type TellDeps, tellNext } from './tell.ts';
import { keepNotice, noticesDueAt, sayNoticesKept } from './waiting.ts';

export interface ByTimerDeps extends Omit<TellDeps, 'notifier'> {
  /** Null where there is nobody to tell: then no notice is kept. */
  readonly notifier: Notifier | null;
  /** Nothing is told while nothing may be written. */
  readonly readOnly: boolean;
  /** Runs `run` once after `ms` milliseconds; the answer cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface NoticesByTimer {
  /** What the ledger is opened with. */
  readonly ofLedger: { readonly onNotice?: (notice: Notice) => void; readonly onCommit?: () => void };
  /** Tells what waits since before. */
  start(): void;
  /** Whatever is being told counts as not taken: the database may be closed. */
  stop(): void;
}

/** The longest until it looks again while notices wait: the database may have failed, or the clock been set. */
const PAUSE_MS = 60_000;

export function noticesByTimer(deps: ByTimerDeps): NoticesByTimer {
  const { sql, clock, notifier, readOnly, after, onFault } = deps;
  if (!readOnly) sayNoticesKept(sql, notifier !== null);
  if (notifier === null) return { ofLedger: {}, start() {}, stop() {} };
  const telling: TellDeps = { sql, clock, notifier, onFault };
  /** Since the last commit a notice was kept, or was to be. */
  let isNew = false;
  let seenVersion = sql.foreignVersion();
  let isBusy = false;
  let isStopped = false;
  let cancel = () => {};

  function wakeAfter(ms: number): void {
    if (isBusy || isStopped || readOnly) return;
    cancel();
    cancel = after(ms, () => void tell());
  }

  async function tell(): Promise<void> {
    let due: number | null = null;
    isBusy = true;
    try {
      await tellNext(telling, () => isStopped);
      if (!isStopped) due = noticesDueAt(sql, clock.now());
    } catch (cause) {
      onFault('Notices that wait could not be read or written', cause);
      due = Number.POSITIVE_INFINITY;
    }
    isBusy = false;
    // Where more is due at once, by a timer all the same: requests are answered in between.
    if (due !== null) wakeAfter(Math.min(PAUSE_MS, Math.max(0, due - clock.now())));
  }

  return {
    ofLedger: {
      onNotice(notice) {
        keepNotice(sql, notice);
        isNew = true;
      },
      onCommit() {
        const version = sql.foreignVersion();
        // What others wrote may be a correction by the command line, with what it tells.
        if (isNew || version !== seenVersion) wakeAfter(0);
        isNew = false;
        seenVersion = version;
      },
    },
    start: () => wakeAfter(0),
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
