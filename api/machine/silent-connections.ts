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
 * still as well, after two or three times the limit. Where the system does not tell, the limit alone counts.
 */
export function closeSilent(server: Server, limitMs: number, untakenBytes = readUntaken(limitMs / 3)): void {
  const untakenBefore = new WeakMap<Socket, number>();
  server.setTimeout(limitMs, (socket) => {
    // With nothing to write it is idle: what the system holds is still delivered.
    const untaken = socket.writableLength === 0 ? 0 : untakenBytes(socket);
    if (untaken === 0 || untaken === untakenBefore.get(socket)) {
      socket.destroy();
      return;
    }
    untakenBefore.set(socket, untaken);
    socket.setTimeout(limitMs);
  });
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
