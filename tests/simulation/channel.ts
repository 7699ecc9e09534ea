/** The network between objects: calls and their answers are lost, delayed, repeated and reordered. */
import type { FragileSql } from './fragile-sql.ts';
import type { Living, Weather } from './simulated-object.ts';

/** The caller's view of a failed call. */
export class CallLost extends Error {
  override readonly name = 'CallLost';
}

export interface Channel {
  call<A>(
    from: Pick<Living, 'durable'> & { readonly sql: Pick<FragileSql, 'breathe'> },
    arrive: () => Promise<{ readonly answer: A } | null>,
  ): Promise<A>;
  /** Whether no call and no answer is under way. */
  isEmpty(): boolean;
}

const HOUR = 3_600_000;

export function channelIn(weather: Weather): Channel {
  const { time, chance } = weather;
  const strikes = (probability: number) => weather.troubled && chance.happens(probability);
  const delay = () =>
    strikes(0.06)
      ? chance.wait(chance.pick([1_000, 30_000, 2 * HOUR]))
      : chance.wait(weather.troubled ? 40 : 3);

  let underWay = 0;

  function later(run: () => void): void {
    underWay += 1;
    time.after(delay(), () => {
      underWay -= 1;
      run();
    });
  }

  const call: Channel['call'] = async (from, arrive) => {
    // Writes before a call are durable before it leaves.
    await from.durable();
    return new Promise((resolve, reject) => {
      /** A caller that died in between hears nothing. */
      const tell = (say: () => void) => later(() => from.sql.breathe() && say());
      // A lost call fails for its caller, or never settles.
      const lose = () => chance.happens(0.7) && tell(() => reject(new CallLost()));

      async function deliver(isHeard: boolean): Promise<void> {
        const outcome = await arrive();
        if (!isHeard) return;
        if (outcome === null || strikes(0.08)) lose();
        else tell(() => resolve(outcome.answer));
      }

      if (strikes(0.08)) lose();
      else later(() => void deliver(true));
      if (strikes(0.08)) later(() => void deliver(false));
    });
  };

  return { call, isEmpty: () => underWay === 0 };
}
