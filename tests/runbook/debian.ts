/**
 * A clean Debian in a container with a systemd of its own, on the network of this machine. As root, with Debian's packages
 * `debootstrap` and `systemd-container`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RunOptions, runProcess } from '#tests/support/run-process.ts';

export interface Debian {
  /** Its root folder, as this machine sees it. */
  readonly root: string;
  /** Runs a script of bash as its root, in the home folder. The code is 124 after 15 minutes. */
  run(script: string): ReturnType<typeof runProcess>;
  /** Turns it off. */
  stop(): Promise<void>;
}

export interface DebianOptions {
  /** Keeps the untouched system for the next run, and the copy that this run changes. */
  readonly folder: string;
  /** Folders of this machine that it may read: path there, path here. */
  readonly shown: Readonly<Record<string, string>>;
}

const RELEASE = 'bookworm';
const PACKAGES = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'git', 'curl', 'openssl'];
const BOOT_LIMIT_MS = 60_000;
const SCRIPT_LIMIT_MS = 900_000;
const ENVIRONMENT = {
  HOME: '/root',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
  NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
};

export async function startDebian({ folder, shown }: DebianOptions): Promise<Debian> {
  const root = join(folder, 'root');
  execFileSync('rm', ['-rf', root]);
  execFileSync('cp', ['-a', cleanSystem(folder), root]);
  installNode(root);
  trustAsHere(root);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  // The operator answers every question of apt-get with yes.
  writeFileSync(join(root, 'etc/apt/apt.conf.d/90-yes'), 'APT::Get::Assume-Yes "true";\n');
  const shows = Object.entries(shown).map(([there, here]) => `--bind-ro=${here}:${there}`);
  const options = ['--boot', '--register=no', '--keep-unit', '--console=pipe', ...shows];
  const container = spawn('systemd-nspawn', ['-D', root, ...options], { stdio: 'ignore' });
  const init = await untilBooted(container);
  const run = (script: string) => inside(init, ['/bin/bash', '-c', `cd ~\n${script}`], SCRIPT_LIMIT_MS);
  return {
    root,
    run,
    async stop() {
      const ended = once(container, 'exit');
      await run('systemctl poweroff');
      await ended;
    },
  };
}

/** Made once: it takes minutes. */
function cleanSystem(folder: string): string {
  const clean = join(folder, 'clean');
  if (existsSync(clean)) return clean;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${clean}.unfinished`;
  execFileSync('rm', ['-rf', unfinished]);
  execFileSync('debootstrap', ['--variant=minbase', `--include=${PACKAGES}`, RELEASE, unfinished], {
    stdio: ['ignore', 2, 2],
  });
  renameSync(unfinished, clean);
  return clean;
}

/** Node and npm of this machine, where Node's own packages put them. */
function installNode(root: string): void {
  cpSync(process.execPath, join(root, 'usr/bin/node'));
  const npm = execFileSync('npm', ['root', '--global', '--prefix', '/usr'], { encoding: 'utf8' }).trim();
  cpSync(join(npm, 'npm'), join(root, 'usr/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/bin', name));
  }
}

/** The certificates that this machine trusts, for the registries that it reaches. */
function trustAsHere(root: string): void {
  const file = 'etc/ssl/certs/ca-certificates.crt';
  mkdirSync(dirname(join(root, file)), { recursive: true });
  cpSync(join('/', file), join(root, file));
}

/** The process of its `systemd`, as this machine counts. */
async function untilBooted(container: ChildProcess): Promise<number> {
  const until = performance.now() + BOOT_LIMIT_MS;
  while (performance.now() < until && container.exitCode === null) {
    const [init] = childrenOf(container.pid);
    if (init !== undefined) {
      const { output } = await inside(init, ['systemctl', 'is-system-running'], 10_000);
      if (/^(running|degraded)/m.test(output)) return init;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  container.kill();
  throw new Error('The container did not boot');
}

function inside(init: number, command: readonly string[], limitMs: number) {
  const options: RunOptions = { cwd: '/', limitMs, env: ENVIRONMENT };
  return runProcess(['nsenter', '--target', `${init}`, '--all', '--', ...command], options);
}

function childrenOf(pid: number | undefined): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
