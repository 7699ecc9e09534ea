/** A new machine, by the page of one machine: installed, behind its proxy, with its bot, keys replaced, backed up and restored. */
import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import type { ObjectStorage } from '#tests/support/object-storage.ts';
import type { BotApi } from '#tests/upstream/bot-api.ts';
import type { Operator } from './operator.ts';
import type { Users } from './users.ts';

export interface Machine {
  readonly operator: Operator;
  readonly users: Users;
  /** The text of a page of the release. */
  readonly page: (path: string) => string;
  /** The name that users reach it by. */
  readonly name: string;
}

export const MACHINE_PAGE = 'api/deployments/machine/README.md';
const PROOF_PAGE = 'api/proof/README.md';
const LOCAL = 'http://127.0.0.1:8080';
/** Where Caddy's own authority, which signs names that are not public, keeps its certificate. */
const AUTHORITY = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const READY = `curl --silent ${LOCAL}/api/health/ready`;

/** `irich.env` as the page shows it, and where this run has other services. */
export function writeConfiguration(
  { operator, page, name }: Pick<Machine, 'operator' | 'page' | 'name'>,
  bot: { readonly token: string; readonly url: string },
): void {
  const values: Readonly<Record<string, string>> = {
    BOT_TOKEN: bot.token,
    BOT_USERNAME: 'irich_bot',
    APP_SHORT_NAME: 'app',
    PUBLIC_URL: `https://${name}`,
    MARKET_PROVIDER: 'sample',
    BOT_WEBHOOK_SECRET: randomBytes(32).toString('hex'),
    OPERATOR_FILE: '/etc/irich-operator.json',
  };
  const wanted = page(MACHINE_PAGE).match(/^[A-Z_]+(?==(…|https|live|\/etc))/gm) ?? [];
  const lines = wanted.flatMap((variable) =>
    values[variable] === undefined ? [] : [`${variable}=${values[variable]}`],
  );
  if (lines.length !== Object.keys(values).length) throw new Error(`The page shows ${wanted}`);
  operator.write('/root/irich.env', `${lines.join('\n')}\nBOT_API_URL=${bot.url}\n`);
  operator.write('/root/operator.json', page('api/ops/operator.example.json'));
}

export async function install({ operator, users, page }: Machine): Promise<void> {
  await operator.follow({ page: page(MACHINE_PAGE), heading: 'Install' });
  await operator.until(READY, /"status":"ready"/);
  await users.register();
  await users.calculate();
  await operator.type('systemd-analyze security --no-pager irich.service | tail -1');
}

export async function startProxy({ operator, users, page, name }: Machine): Promise<void> {
  operator.write('/root/.curlrc', `cacert = ${AUTHORITY}\n`);
  await operator.type(`echo '127.0.0.1 ${name} new.${name}' >> /etc/hosts`);
  await operator.follow({
    page: page(MACHINE_PAGE),
    heading: 'The proxy',
    block: 0,
    names: { 'YOUR.NAME': name },
  });
  const ca = operator.read(AUTHORITY);
  // Commands that call the deployment by its name trust this authority too.
  operator.write('/etc/irich-authority.crt', ca);
  await operator.type('chmod 644 /etc/irich-authority.crt');
  operator.configure({ NODE_EXTRA_CA_CERTS: '/etc/irich-authority.crt' });
  users.door = { origin: `https://${name}`, ca };
  await users.calculate();
}

export async function setUpBot({ operator, page }: Machine): Promise<void> {
  await operator.follow({ page: page(MACHINE_PAGE), heading: 'The bot' });
}

/** Published totals are switched on, and their key is replaced. */
export async function replaceLogKey({ operator, page, name }: Machine): Promise<void> {
  const names = { 'points.example/irich': `${name}/irich` };
  const proof = page(PROOF_PAGE);
  const made = await operator.follow({ page: proof, heading: 'Switch it on', block: 0, names });
  const keyOf = (file: string) => operator.read(file).trim();
  const vkey = vkeyIn(made);
  const common = { PROOF_ORIGIN: `${name}/irich`, PROOF_KEYS: vkey };
  operator.configure({ ...common, PROOF_SIGNING_KEY: keyOf('/root/log.key') });
  await operator.follow({ page: proof, heading: 'Switch it on', block: 1, names });
  await operator.until(READY, /"status":"ready"/);

  const rotated = await operator.follow({
    page: proof,
    heading: 'Replace the key',
    names: { ...names, 'VKEY-OF-LOG.KEY': vkey },
  });
  const [, changes] = /PROOF_KEY_CHANGES=(.+)/.exec(rotated) ?? [];
  operator.configure({
    PROOF_SIGNING_KEY: `"${keyOf('/root/new.key')} ${keyOf('/root/log.key')}"`,
    PROOF_KEY_CHANGES: `${changes}`,
  });
  await operator.type('systemctl restart irich');
  await operator.until(READY, /"status":"ready"/);
  await operator.type(`curl --silent --show-error --fail ${LOCAL}/proof/keys`);
  await operator.type('irich doctor');
}

function vkeyIn(text: string): string {
  const [vkey] = /\S+\+[0-9a-f]{8}\+\S+/.exec(text) ?? [];
  if (vkey === undefined) throw new Error(`No vkey in: ${text}`);
  return vkey;
}

/** @param change lets the bot's service take the new token alone. */
export async function rotateSecrets(
  { operator, users, page }: Machine,
  change: (token: string) => Promise<BotApi>,
): Promise<void> {
  const [, old = ''] = /^BOT_TOKEN=(.+)$/m.exec(operator.read('/etc/irich.env')) ?? [];
  const token = '7000000001:AAGw2xTn7Vb4Ms9Qz5Kr8Lc3Jf6Hp1Yd0Re';
  await change(token);
  const at = await operator.type('date -u +%FT%TZ');
  operator.configure({
    BOT_TOKEN: token,
    BOT_TOKEN_PREVIOUS: old,
    BOT_TOKEN_ROTATED_AT: at.trim(),
    BOT_WEBHOOK_SECRET: randomBytes(32).toString('hex'),
  });
  await operator.follow({ page: page(MACHINE_PAGE), heading: 'Rotate secrets' });
  await operator.until(READY, /"status":"ready"/);
  // Apps that were opened before the rotation go on.
  await users.calculate();
  users.open(token);
  await users.calculate();

  const secret = await operator.follow({ page: page(MACHINE_PAGE), heading: 'The credit secret', block: 0 });
  operator.configure({ CREDIT_SECRET: secret.trim() });
  await operator.follow({ page: page(MACHINE_PAGE), heading: 'The credit secret', block: 1 });
  await operator.until(READY, /"status":"ready"/);
  await users.calculate();
}

export async function backUpAndRestore({ operator, users, page }: Machine): Promise<void> {
  const machine = page(MACHINE_PAGE);
  const told = await operator.follow({ page: machine, heading: 'Backup and restore' });
  assert.match(told, /is a full copy of the database/);
  await users.calculate();
  await operator.type('rm /var/lib/irich/irich.sqlite*');
  await operator.until(READY, /"status":"failing"/);
  await operator.follow({ page: machine, heading: 'To restore' });
  await operator.until(READY, /"status":"ready"/);
  await users.expectFewer();
  await users.sendAgain();
  await operator.type('irich ledger audit');
}

export async function replicateAndRestore(
  { operator, users, page }: Machine,
  storage: ObjectStorage,
): Promise<void> {
  const machine = page(MACHINE_PAGE);
  const heading = 'Continuous backup';
  const lines = Object.entries(storage.env).map(([name, value]) => `${name}=${value}\n`);
  operator.write('/etc/irich-litestream.env', lines.join(''));
  await operator.follow({ page: machine, heading, block: 0 });
  await operator.until('journalctl -u irich-litestream -o cat', /snapshot written/);
  await users.calculate();
  // Stopped, it brings what is left: then nothing is lost.
  await operator.type('systemctl stop irich-litestream irich');
  await operator.type('rm /var/lib/irich/irich.sqlite*');
  await operator.follow({ page: machine, heading, block: 1 });
  await operator.until(READY, /"status":"ready"/);
  await users.sendAgain();
  await operator.type('systemctl disable --now irich-litestream');
  await operator.type('irich ledger audit');
  await operator.type('irich ledger stats');
}
