/** The network between one phone and the server: it drops, delays, repeats and reorders requests and answers. */
import type { Fetch } from '#device/sync/api-client.ts';
import type { Chance } from './chance.ts';
import type { Reach } from './paths.ts';
import type { Reply, SimulatedServer } from './server.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Wire {
  online: boolean;
  /** 0 for a perfect network; up to 1. */
  trouble: number;
}

export interface WireOptions {
  readonly wire: Wire;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly server: SimulatedServer;
  readonly trace: (line: string) => void;
  readonly reach: Reach;
  /** After each request that reached the server, answered or not. */
  readonly onHandled: (url: string, reply: string | undefined) => void;
  /** A deliberately broken sender, which the simulation has to notice. */
  readonly breakBody?: (url: string, body: string | undefined) => string | undefined;
}

/** Bodies on which a gateway before the server fails. */
export const POISON = { malformed: 'poison-400', tooLarge: 'poison-413', crash: 'poison-500' } as const;

const NOTHING = { get: () => null };
/** Values of a gateway's `Retry-After`, seconds: the last two are longer than the app waits. */
const PAUSES_S = [120, 7_200, 86_400];
const HOUR = 3_600_000;

export function fetchOver(options: WireOptions): Fetch {
  const { wire, time, chance, server, trace, reach } = options;
  const strikes = (probability: number) => chance.happens(probability * wire.trouble);
  const delay = () => (strikes(0.05) ? chance.wait(30_000) : chance.wait(5 + 400 * wire.trouble));
  /** Until when a gateway asked this app to wait. */
  let pausedUntil = 0;
  let pausedFrom = 0;

  return (url, init) =>
    new Promise((resolve, reject) => {
      if (time.now() < pausedUntil && time.now() >= pausedFrom + HOUR) {
        reach('an app ended a pause that was longer than it waits');
        pausedUntil = 0;
      }
      const fail = () => reject(new TypeError('network'));
      init.signal.addEventListener('abort', fail);
      if (!wire.online) {
        time.after(chance.between(0, 30), fail);
        return;
      }
      const deliver = (reply: Reply) => {
        const { status, headers, body } = reply;
        if (headers.get('retry-after') !== null) reach('the server asked for a pause');
        resolve({ status, headers, text: () => Promise.resolve(body) });
      };
      if (strikes(0.01)) {
        // A captive portal.
        const page = { status: 200, headers: NOTHING, body: '<html>log in</html>' };
        time.after(delay(), () => deliver(page));
        return;
      }
      if (strikes(0.004)) {
        const seconds = chance.pick(PAUSES_S);
        time.after(delay(), () => {
          pausedFrom = time.now();
          pausedUntil = pausedFrom + seconds * 1_000;
          deliver({
            status: 503,
            headers: { get: (name) => (name === 'retry-after' ? `${seconds}` : null) },
            body: '',
          });
        });
        return;
      }
      const body = options.breakBody === undefined ? init.body : options.breakBody(url, init.body);

      async function arrive(isAnswered: boolean): Promise<void> {
        const reply = stumbles(body) ?? (await server.handle(init.method, url, init.headers, body));
        options.onHandled(url, reply?.body);
        trace(`${init.method} ${url} ${reply?.status ?? 'no answer'}`);
        if (!isAnswered || strikes(0.08)) return;
        if (reply === null) time.after(delay(), fail);
        else time.after(delay(), () => deliver(reply));
      }

      const isLost = strikes(0.08);
      if (!isLost) time.after(delay(), () => void arrive(true));
      // A lost request may be noticed at once, or never.
      else if (chance.happens(0.5)) time.after(delay(), fail);
      if (strikes(0.06)) time.after(delay(), () => void arrive(false));
    });
}

function stumbles(body: string | undefined): Reply | null {
  if (body === undefined) return null;
  if (body.includes(POISON.malformed)) return refusal(400, 'malformed');
  if (body.includes(POISON.tooLarge)) return refusal(413, null);
  if (body.includes(POISON.crash)) return refusal(500, 'internal');
  return null;
}

function refusal(status: number, code: string | null): Reply {
  const body = code === null ? 'too large' : JSON.stringify({ error: { code, message: code } });
  return { status, headers: NOTHING, body };
}
