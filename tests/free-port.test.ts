import { expect, test } from 'vitest';
import { freePort } from './support/server.ts';

// Two listeners of one program must not get one port: Caddy then answers HTTP where TLS is asked.
test('no port is given twice', async () => {
  const ports: number[] = [];
  while (ports.length < 2000) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});
