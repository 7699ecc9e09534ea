/** All ledgers move from the machine to Cloudflare's runtime and back, by the page of that deployment. */
import { randomBytes } from 'node:crypto';
import type { Machine } from './machine.ts';

const PAGE = 'api/deployments/durable-objects/README.md';
const THERE = 'From one machine to Cloudflare';
const BACK = 'And back';

/** What stands in the place of the account: see `wrangler.ts`. */
const NPX = `#!/bin/sh
[ "$1" = wrangler ] || exec /usr/bin/npx "$@"
shift
exec node /opt/irich/current/tests/runbook/wrangler.ts "$@"
`;

export async function moveThereAndBack({ operator, users, page, name }: Machine): Promise<void> {
  const follow = (heading: string, block: number) =>
    operator.follow({ page: page(PAGE), heading, block, names: { 'irich.example': name } });
  operator.write('/usr/local/bin/npx', NPX);
  await operator.type('chmod 755 /usr/local/bin/npx && mkdir /root/answers');
  const configuration = operator.read('/etc/irich.env');
  const settingOf = (variable: string) =>
    new RegExp(`^${variable}=(.+)$`, 'm').exec(configuration)?.[1] ?? '';

  operator.say('[vars] in wrangler.toml are filled in');
  for (const variable of ['BOT_USERNAME', 'APP_SHORT_NAME', 'PUBLIC_URL']) {
    await operator.type(
      `sed -i '0,/^${variable} = .*/s||${variable} = "${settingOf(variable)}"|' /opt/irich/current/wrangler.toml`,
    );
  }
  const move = randomBytes(32).toString('hex');
  for (const variable of ['CREDIT_SECRET', 'BOT_TOKEN', 'BOT_WEBHOOK_SECRET']) {
    operator.write(`/root/answers/${variable}`, settingOf(variable));
  }
  operator.write('/root/answers/MOVE_SECRET', move);
  // Block 0 is for a machine whose secret is still in its database.
  await follow(THERE, 1);
  operator.configure({ MOVE_SECRET: move });
  await follow(THERE, 2);
  operator.configure({ READ_ONLY: '1' });
  await follow(THERE, 3);
  await users.expectRefused();
  operator.configure({ MOVE_SECRET: null });
  const routes = `routes = [{ pattern = "${name}", custom_domain = true }]`;
  await operator.type(`sed -i 's|^# routes = .*|${routes}|' /opt/irich/current/wrangler.toml`);
  await follow(THERE, 4);
  await users.expectAll();
  await users.calculate();

  operator.configure({ MOVE_SECRET: move });
  await follow(BACK, 0);
  await users.expectRefused();
  await follow(BACK, 1);
  operator.configure({ READ_ONLY: null, MOVE_SECRET: null });
  await follow(BACK, 2);
  operator.say('the DNS leads the name to the machine again');
  await operator.type(
    'sed -i s/127.0.0.1:8787/127.0.0.1:8080/ /etc/caddy/Caddyfile && systemctl reload caddy',
  );
  await operator.until('curl --silent http://127.0.0.1:8080/api/health/ready', /"status":"ready"/);
  await users.expectAll();
  await users.calculate();
  await operator.type('irich ledger audit');
}
