/** When two checks of a silent connection close it, without a system underneath. */
import type { Server } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { closeSilent } from '#api/deployments/machine/silent-connections.ts';

const LIMIT_MS = 500;

describe('between two checks with the same byte count', () => {
  /** The test triggers each check. */
  function silent() {
    const socket = {
      writableLength: 9,
      bytesRead: 5,
      bytesWritten: 7,
      setTimeout: vi.fn(),
      destroy: vi.fn(),
    };
    const server = { setTimeout: vi.fn() };
    closeSilent(server as unknown as Server, LIMIT_MS, () => 1000);
    const [, look] = server.setTimeout.mock.calls[0] ?? [];
    return { socket, look: () => look(socket) };
  }

  test('nothing moves: the connection is closed', () => {
    const { socket, look } = silent();
    look();
    expect(socket.destroy).not.toHaveBeenCalled();
    look();
    expect(socket.destroy).toHaveBeenCalledOnce();
  });

  test.each([
    ['the client sent something', { bytesRead: 6 }],
    ['more was written', { bytesWritten: 8 }],
    ['a write went through', { writableLength: 8 }],
  ])('%s: the connection gets another check', (_, moved) => {
    const { socket, look } = silent();
    look();
    Object.assign(socket, moved);
    look();
    expect(socket.destroy).not.toHaveBeenCalled();
    look();
    expect(socket.destroy).toHaveBeenCalledOnce();
  });

  test('part of a large write left and delayed the second check: the connection gets another check', () => {
    const now = vi.spyOn(performance, 'now');
    try {
      const { socket, look } = silent();
      for (const at of [0, 2 * LIMIT_MS]) {
        now.mockReturnValue(at);
        look();
      }
      expect(socket.destroy).not.toHaveBeenCalled();
      now.mockReturnValue(3 * LIMIT_MS);
      look();
      expect(socket.destroy).toHaveBeenCalledOnce();
    } finally {
      now.mockRestore();
    }
  });
});
