/** When two looks of the server at a silent connection cut it, over a connection without a system below. */
import type { Server } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { closeSilent } from '#api/machine/silent-connections.ts';

const LIMIT_MS = 500;

describe('between two looks at a connection whose count is the same', () => {
  /** The server looks when it is told to. */
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

  test('nothing moves: it is cut', () => {
    const { socket, look } = silent();
    look();
    expect(socket.destroy).not.toHaveBeenCalled();
    look();
    expect(socket.destroy).toHaveBeenCalledOnce();
  });

  test.each([
    ['it sent something', { bytesRead: 6 }],
    ['more was written', { bytesWritten: 8 }],
    ['a write went through', { writableLength: 8 }],
  ])('%s: it is looked at once more', (_, moved) => {
    const { socket, look } = silent();
    look();
    Object.assign(socket, moved);
    look();
    expect(socket.destroy).not.toHaveBeenCalled();
    look();
    expect(socket.destroy).toHaveBeenCalledOnce();
  });

  test('a part of a large write went out, which put the second look off: it is looked at once more', () => {
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
