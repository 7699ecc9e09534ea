/** Programs of an operator's machine that tests run for real: proxies, containers, and checkers of Prometheus and systemd. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where Debian's packages put them. */
const TOOLS = {
  caddy: { package: 'caddy', path: '/usr/bin/caddy' },
  nginx: { package: 'nginx', path: '/usr/sbin/nginx' },
  podman: { package: 'podman', path: '/usr/bin/podman' },
  promtool: { package: 'prometheus', path: '/usr/bin/promtool' },
  'systemd-analyze': { package: 'systemd', path: '/usr/bin/systemd-analyze' },
} as const;

/** Keeps the packages from starting their services, which would take the ports of this machine. */
const WITHOUT_SERVICES = `policy=/usr/sbin/policy-rc.d
[ -e $policy ] || { printf '#!/bin/sh\\nexit 101\\n' > $policy; chmod +x $policy; trap 'rm $policy' EXIT; }`;

/** The path of a program. Throws if it is missing: a test without it would prove nothing. */
export function toolPath(name: keyof typeof TOOLS): string {
  const { package: needed, path } = TOOLS[name];
  if (!existsSync(path)) throw new Error(`${path} is missing: apt-get install ${needed}`);
  return path;
}

/** Installs what is missing, where apt-get can. */
export function ensureOperatorTools(): void {
  const missing = Object.values(TOOLS).filter(({ path }) => !existsSync(path));
  if (missing.length === 0) return;
  const names = missing.map((tool) => tool.package).join(' ');
  process.stderr.write(`Some programs are missing. Trying: apt-get install ${names}\n`);
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${names}`;
  spawnSync('sh', ['-c', `${WITHOUT_SERVICES}\n${install}`], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
