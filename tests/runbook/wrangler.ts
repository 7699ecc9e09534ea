/**
 * Stands in for `npx wrangler` on a machine without an account at Cloudflare: `deploy` runs the deployment in workerd as a unit,
 * `secret put` and `secret delete` keep its secrets, and `routes` and `--domain` lead names to it through the proxy of this machine.
 * The value of a secret is read from `/root/answers/NAME`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { unstable_readConfig as readToml } from 'wrangler';

const CHECKOUT = '/opt/irich/current';
const SECRETS = '/root/cloudflare-secrets.json';
const ENVIRONMENT = '/root/cloudflare.env';
const PROXY = '/etc/caddy/Caddyfile';
const PORT = '8787';
const MACHINE = '127.0.0.1:8080';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { domain: { type: 'string' }, var: { type: 'string', multiple: true, default: [] } },
});
const [word, action, name = ''] = positionals;
if (word === 'deploy') deploy();
else if (word === 'secret' && action === 'put') {
  changeSecrets({ ...secrets(), [name]: readFileSync(`/root/answers/${name}`, 'utf8').trim() });
  process.stdout.write(`Success! Uploaded secret ${name}\n`);
} else if (word === 'secret' && action === 'delete') {
  const { [name]: _gone, ...left } = secrets();
  changeSecrets(left);
  if (existsSync(ENVIRONMENT)) restart();
  process.stdout.write(`Success! Deleted secret ${name}\n`);
} else {
  process.stderr.write(`The stand-in does not know: wrangler ${process.argv.slice(2).join(' ')}\n`);
  process.exitCode = 1;
}

function deploy(): void {
  const { vars, routes = [] } = readToml({ config: `${CHECKOUT}/wrangler.toml` }, { hideWarnings: true });
  const given = values.var.map((text) => text.split(/:(.*)/s).slice(0, 2));
  const variables = { ...vars, ...Object.fromEntries(given) };
  const lines = Object.entries(variables).map(([key, value]) => `${key}=${value}`);
  writeFileSync(ENVIRONMENT, `${lines.join('\n')}\n`, { mode: 0o600 });
  restart();
  const named = routes.map((route: string | { readonly pattern: string }) =>
    typeof route === 'string' ? route : route.pattern,
  );
  const domains = [...named, ...(values.domain === undefined ? [] : [values.domain])];
  for (const domain of domains) lead(domain);
  process.stdout.write(`Deployed irich to ${domains.join(' and ')}\n`);
}

/** Starts the deployment with its variables and secrets, and waits until it answers. */
function restart(): void {
  run('sh', '-c', 'systemctl stop cloudflare 2> /dev/null || true');
  const kept = Object.entries(secrets()).map(([key, value]) => `${key}=${value}`);
  writeFileSync(`${ENVIRONMENT}.secrets`, `${kept.join('\n')}\n`, { mode: 0o600 });
  run(
    ...['systemd-run', '--quiet', '--collect', '--unit=cloudflare'],
    ...['-p', `EnvironmentFile=${ENVIRONMENT}`, '-p', `EnvironmentFile=${ENVIRONMENT}.secrets`],
    ...['-p', `WorkingDirectory=${CHECKOUT}`, '/usr/bin/node', 'api/ops/cloudflare.ts'],
    ...['--port', PORT, '--state', '/var/lib/cloudflare'],
  );
  const health = `http://127.0.0.1:${PORT}/api/health`;
  run('curl', '--silent', '--fail', '--output', '/dev/null', '--retry', '60', '--retry-connrefused', health);
}

/** In place of the DNS: the proxy leads the name here, and no longer to the machine. */
function lead(domain: string): void {
  const proxy = readFileSync(PROXY, 'utf8');
  const site = `\n${domain} {\n\treverse_proxy 127.0.0.1:${PORT}\n}\n`;
  const isKnown = new RegExp(
    `^${domain.replaceAll('.', '\\.')}|:${domain.replaceAll('.', '\\.')}\\}`,
    'm',
  ).test(proxy);
  writeFileSync(PROXY, isKnown ? proxy.replaceAll(MACHINE, `127.0.0.1:${PORT}`) : proxy + site);
  run('systemctl', 'reload', 'caddy');
}

function secrets(): Record<string, string> {
  return existsSync(SECRETS) ? (JSON.parse(readFileSync(SECRETS, 'utf8')) as Record<string, string>) : {};
}

function changeSecrets(changed: Readonly<Record<string, string>>): void {
  writeFileSync(SECRETS, JSON.stringify(changed), { mode: 0o600 });
}

function run(...[program = '', ...args]: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 2, 2] });
}
