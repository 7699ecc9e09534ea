/** What a user costs the server who has read their profile once and stays connected without a call. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { profileRequest, signedHeads } from '#tests/bench/calls.ts';
import { runLoad } from '#tests/bench/load.ts';
import { memoryOf } from '#tests/bench/process-memory.ts';
import { startBundled } from '#tests/bundle/bundled-server.ts';

/** Connections that are opened at a time: more would fill the queue of the server's port. */
const AT_A_TIME = 100;
/** Launch data as long as this are not remembered. */
const LONG = 'x'.repeat(2048);

export interface Crowd {
  readonly bundle: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Half of them stay connected. The others only call beforehand, until the code is compiled and the page cache is full. */
  readonly users: readonly number[];
}

/** Bytes of resident memory per connected user, of a server of its own. */
export async function connectedCost({ bundle, variables, users }: Crowd): Promise<number> {
  const stay = users.slice(0, users.length / 2);
  const others = users.slice(stay.length);
  const server = await startBundled(bundle, variables);
  const port = Number(new URL(server.origin).port);
  const sockets: Socket[] = [];
  try {
    const long = signedHeads(others, LONG);
    let turn = 0;
    const next = () => {
      const index = turn++ % others.length;
      return profileRequest(long[index] ?? '', others[index] ?? 0);
    };
    await runLoad({ port, connections: 64, forMs: 120_000, most: 2 * others.length, next });
    const before = memoryOf(server.pid).total;
    const requests = signedHeads(stay).map((head, index) => profileRequest(head, stay[index] ?? 0));
    for (let from = 0; from < requests.length; from += AT_A_TIME) {
      const some = requests.slice(from, from + AT_A_TIME);
      sockets.push(...(await Promise.all(some.map((request) => askOnce(port, request)))));
    }
    return (memoryOf(server.pid).total - before) / stay.length;
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
}

async function askOnce(port: number, request: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.write(request, 'latin1');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (answer.toString('latin1', 9, 12) !== '200') throw new Error(`Answered ${answer.toString('utf8')}`);
  socket.resume();
  return socket;
}
