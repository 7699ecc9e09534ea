/** Closes connections that carry nothing, so that an unread answer does not stay in memory for ever. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Linux lists every connection of this machine here, with the bytes that its other side has not taken. */
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
const ROW = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/;

/**
 * Closes a connection that sends nothing and takes nothing for `limitMs` milliseconds. A slow reader keeps it: the system
 * buffers megabytes and says for long that nothing moves, so a connection is only closed once the system's own count stood
 * still as well, after two or three times the limit. Only two looks with nothing in between compare: a connection that was busy
 * since may have the same count by chance. Where the system does not tell, the limit alone counts.
 */
export function closeSilent(server: Server, limitMs: number, untakenBytes = readUntaken(limitMs / 3)): void {
  const lastLooks = new WeakMap<Socket, Look>();
  server.setTimeout(limitMs, (socket) => {
    // With nothing to write it is idle: what the system holds is still delivered.
    const untaken = socket.writableLength === 0 ? 0 : untakenBytes(socket);
    const look = { at: performance.now(), untaken, ...carriedBy(socket) };
    const last = lastLooks.get(socket);
    if (untaken === 0 || (last !== undefined && isStill(last, look, limitMs))) {
      socket.destroy();
      return;
    }
    lastLooks.set(socket, look);
    socket.setTimeout(limitMs);
  });
}

interface Carried {
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** Shrinks when a write is through. */
  readonly writableLength: number;
}

interface Look extends Carried {
  /** By `performance.now()`, milliseconds. */
  readonly at: number;
  readonly untaken: number;
}

function carriedBy({ bytesRead, bytesWritten, writableLength }: Socket): Carried {
  return { bytesRead, bytesWritten, writableLength };
}

/**
 * Whether a connection carried nothing between two looks. A large write that goes out bit by bit moves no count of the socket:
 * it puts the second look off by another limit.
 */
function isStill(last: Look, look: Look, limitMs: number): boolean {
  return (
    look.untaken === last.untaken &&
    look.bytesRead === last.bytesRead &&
    look.bytesWritten === last.bytesWritten &&
    look.writableLength === last.writableLength &&
    look.at - last.at < limitMs * 1.5
  );
}

/**
 * Bytes that the system holds for the other side of a connection; 0 where it does not tell.
 * @param ageMs how long the table is good for, less than the time between two looks at a connection: with thousands of
 *   connections reading it takes a good part of a second, and the server answers no request meanwhile.
 */
function readUntaken(ageMs: number): (socket: Socket) => number {
  let readAt = Number.NEGATIVE_INFINITY;
  let byPorts = new Map<string, number>();
  return ({ localPort, remotePort }) => {
    if (performance.now() - readAt > ageMs) {
      byPorts = new Map();
      for (const line of TABLES.flatMap(linesOf)) {
        const [, local = '', remote = '', untaken = ''] = ROW.exec(line) ?? [];
        const ports = `${Number.parseInt(local, 16)} ${Number.parseInt(remote, 16)}`;
        // Several addresses may use the same port: their sum moves where one of them does.
        byPorts.set(ports, (byPorts.get(ports) ?? 0) + Number.parseInt(untaken, 16));
      }
      readAt = performance.now();
    }
    return byPorts.get(`${localPort} ${remotePort}`) ?? 0;
  };
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    // Not Linux, or a machine without IPv6.
    return [];
  }
}
