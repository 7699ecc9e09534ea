/** `npm start` without npm's additions: links ready to click, and nothing left behind. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchKeys } from '#api/auth/launch-data.ts';
import { checkLaunchData } from '#tests/support/launch-check.ts';
import { BOT_TOKEN, DEPLOYMENTS } from '#tests/support/server.ts';
import { type Folder, makeFolder, PATIENCE, ROOT } from './support.ts';

vi.setConfig(PATIENCE);
let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

test.each(DEPLOYMENTS)(
  'the demo (%s) prints launch links that the server accepts, and stops with it',
  async (deployment) => {
    const env = { ...folder.env(), PORT: '0', PUBLIC_URL: '' };
    const args = deployment === 'machine' ? [] : ['cloudflare', '--state', join(folder.path, 'objects')];
    const child = spawn(process.execPath, ['api/ops/start.ts', ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', ...env, BOT_TOKEN },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    while (!output.includes('Ctrl+C')) await once(child.stdout, 'data');
    const links = output.match(/http:\/\/localhost:\d+\/#\S+/g) ?? [];
    expect(links.length).toBe(3);
    const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();
    const people = links.map((link) => {
      const fragment = new URLSearchParams(new URL(link).hash.slice(1));
      expect(fragment.get('tgWebAppPlatform')).toBe('android');
      const data = fragment.get('tgWebAppData') ?? '';
      const checked = checkLaunchData(data, launchKeys(hmac, BOT_TOKEN), hmac, Date.now(), 60);
      if (!checked.ok) throw new Error(checked.error);
      return { data, ...checked.launch };
    });
    expect(people.map(({ user, startParam }) => [user.premium, startParam])).toEqual([
      [false, null],
      [true, null],
      [false, `${people[0]?.user.id}`],
    ]);
    const origin = new URL(links[0] ?? '').origin;
    for (const { data, user } of people.toReversed()) {
      const headers = { authorization: `tma ${data}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ id: user.id });
      const reply = await fetch(`${origin}/api/user/register`, { method: 'POST', headers, body });
      expect(reply.status).toBe(200);
    }
    const [first] = people;
    const asked = { headers: { authorization: `tma ${first?.data}` } };
    await expect
      .poll(async () => (await fetch(`${origin}/api/user/${first?.user.id}`, asked)).json(), {
        timeout: 20_000,
      })
      .toMatchObject({ friends: 1 });
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(fetch(origin)).rejects.toThrow();
  },
);
