/**
 * Decides when to sync: on start, when the network or the user comes back, after each calculation, and automatically
 * after a failure.
 */
import type { Network } from '#platform/network.ts';
import type { Random } from '#platform/random.ts';
import type { SyncPhase } from '../model.ts';
import { delayMs } from './backoff.ts';
import type { Stop, SyncContext } from './context.ts';
import type { SyncLock } from './lock.ts';
import { runRound } from './round.ts';

/** The engine's own state of the sync; the store knows how much is waiting. */
export interface EngineStatus {
  readonly phase: SyncPhase;
  readonly offlineSince: number | null;
  readonly retryAt: number | null;
}

export interface SyncEngine {
  status(): EngineStatus;
  onStatus(listener: () => void): () => void;
  start(): void;
  /** The outbox has a new entry. */
  noteWork(): void;
  /** The outbox has an edit, and the next keystroke may edit again. */
  noteEdit(): void;
  /** No more keystrokes are expected. */
  endEditing(): void;
  /** Resolves after a round that started after this call. */
  syncNow(): Promise<void>;
  stop(): void;
}

export interface EngineOptions {
  readonly context: SyncContext;
  readonly lock: SyncLock;
  readonly network: Network;
  readonly random: Random;
}

/** How often a visible app asks for news. */
const NEWS_MS = 5 * 60_000;
/** The pause in typing after which edits are sent: the server takes two calls a second at most. */
const PAUSE_MS = 2_000;

interface RoundRequest {
  readonly refresh: boolean;
  readonly retryPutOff: boolean;
}

type Reason = 'start' | 'work' | 'wake' | 'retry' | 'asked';

export function createSyncEngine({ context, lock, network, random }: EngineOptions): SyncEngine {
  const { clock, log } = context;
  const listeners = new Set<() => void>();
  let status: EngineStatus = { phase: 'idle', offlineSince: null, retryAt: null };
  let running: Promise<void> | null = null;
  /** Requested during a running round: another one follows. */
  let requested: RoundRequest | null = null;
  let first = true;
  let failures = 0;
  /** The server answered with a failure. */
  let inTrouble = false;
  let stopped = false;
  let cancelTimer = () => {};
  /** The server asked for a pause until the timer ends. */
  let held = false;
  let endWakes = () => {};
  /** Set while edits wait for a pause. */
  let cancelPause: (() => void) | null = null;

  function setStatus(next: EngineStatus): void {
    const { phase, offlineSince, retryAt } = status;
    if (next.phase === phase && next.offlineSince === offlineSince && next.retryAt === retryAt) return;
    status = next;
    for (const listener of [...listeners]) listener();
  }

  function trigger(reason: Reason): Promise<void> {
    if (stopped || (held && reason !== 'retry')) return running ?? Promise.resolve();
    // Do not press a server in trouble. Without any answer, though, the network may be back.
    if (reason === 'work' && inTrouble) return running ?? Promise.resolve();
    // With nothing to send, a round without a refresh would succeed even without a network.
    const isUnheard = reason === 'retry' && status.offlineSince !== null;
    const refresh = isUnheard || (reason !== 'work' && reason !== 'retry');
    const next = { refresh, retryPutOff: reason !== 'work' };
    if (running !== null) {
      requested = {
        refresh: next.refresh || requested?.refresh === true,
        retryPutOff: next.retryPutOff || requested?.retryPutOff === true,
      };
      return running;
    }
    running = rounds(next).finally(() => {
      running = null;
    });
    return running;
  }

  async function rounds(request: RoundRequest): Promise<void> {
    for (let next: RoundRequest | null = request; next !== null && !stopped && !held; next = requested) {
      requested = null;
      cancelTimer();
      endPause();
      inTrouble = false;
      const options = { ...next, sendOnly: false, first };
      // Launch data that were refused once will hardly be accepted now: keep the advice on the screen.
      setStatus({ ...status, phase: status.phase === 'reopen' ? 'reopen' : 'sending', retryAt: null });
      let stop: Stop | null;
      try {
        stop = await lock.run(() => runRound(context, options));
      } catch (cause) {
        log('A round of the sync failed', cause);
        stop = { type: 'waiting', retryAfterMs: null };
      }
      if (stopped) return;
      if (stop === null || stop.type === 'put_off') first = false;
      settle(stop, options.retryPutOff);
    }
  }

  function settle(stop: Stop | null, triedAll: boolean): void {
    const now = clock.now();
    if (stop === null || stop.type === 'paused') {
      failures = 0;
      setStatus({ phase: 'idle', offlineSince: null, retryAt: null });
      wait(NEWS_MS, false, 'asked');
      return;
    }
    if (stop.type !== 'put_off' || triedAll) failures += 1;
    const offline = stop.type === 'offline';
    const askedMs = stop.type === 'waiting' ? stop.retryAfterMs : null;
    // While the app is hidden there is no hurry: becoming visible starts its own try.
    const soon = offline && network.isVisible();
    const delay = delayMs(failures, soon, askedMs, random);
    inTrouble = stop.type === 'waiting';
    wait(delay, askedMs !== null, 'retry');
    setStatus({
      phase: phaseOf(stop),
      offlineSince: offline ? (status.offlineSince ?? now) : null,
      retryAt: now + delay,
    });
  }

  function wait(ms: number, hold: boolean, reason: Reason): void {
    cancelTimer();
    held = hold;
    cancelTimer = clock.after(ms, () => {
      held = false;
      if (reason === 'asked' && !network.isVisible()) wait(NEWS_MS, false, reason);
      else void trigger(reason);
    });
  }

  /** False if no edits waited. */
  function endPause(): boolean {
    const waited = cancelPause !== null;
    cancelPause?.();
    cancelPause = null;
    return waited;
  }

  function endEditing(): void {
    if (endPause()) void trigger('work');
  }

  return {
    status: () => status,
    onStatus(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      endWakes = network.onWake((wake) => {
        if (wake === 'hidden') {
          endEditing();
          return;
        }
        // A network that has just come back may need a moment.
        if (wake === 'online' && status.offlineSince !== null) failures = 0;
        void trigger('wake');
      });
      void trigger('start');
    },
    noteWork: () => void trigger('work'),
    noteEdit() {
      endPause();
      // A hidden page may not live for the pause.
      if (!stopped) cancelPause = clock.after(network.isVisible() ? PAUSE_MS : 0, endEditing);
    },
    endEditing,
    async syncNow() {
      // A running round may already be past the requested step: `rounds` continues until no request is left.
      await trigger('asked');
    },
    stop() {
      stopped = true;
      cancelTimer();
      endPause();
      endWakes();
      listeners.clear();
    },
  };
}

function phaseOf(stop: Stop): SyncPhase {
  switch (stop.type) {
    case 'offline':
    case 'reopen':
    case 'outdated':
    case 'server_older':
      return stop.type;
    default:
      return 'waiting';
  }
}
