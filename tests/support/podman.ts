/** Podman, which builds images and runs containers: found or installed, with a storage of the caller's own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './run-process.ts';

export interface Podman {
  /** Runs `podman ARGS`. Throws what it says where it fails. */
  do(...args: readonly string[]): Promise<string>;
}

/** Names the reason why there is none, from the run to its workers. */
export const NO_PODMAN = 'IRICH_NO_PODMAN';

/** Installs it where it is missing; null, or a text with the reason where this machine cannot run containers. */
export function ensurePodman(): string | null {
  if (process.platform !== 'linux') return `containers need Linux, this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'only root may start the containers of the tests';
  if (isThere()) return null;
  process.stderr.write('No Podman here. Trying: apt-get install podman\n');
  const { error, stdout, stderr } = spawnSync(
    'sh',
    ['-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends podman'],
    { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
  );
  if (isThere()) return null;
  return `podman could not be installed: ${error?.message ?? `${stdout}\n${stderr}`.trim().split('\n').at(-1)}`;
}

const isThere = () => spawnSync('podman', ['--version']).status === 0;

/** @param folder takes images and containers; it leaves those of the machine alone. */
export function openPodman(folder: string): Podman {
  const tmp = join(folder, 'tmp');
  mkdirSync(tmp, { recursive: true });
  const own = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--tmpdir', tmp];
  return {
    async do(...args) {
      // Copies of whole layers: the only storage that works on every file system.
      const podman = ['podman', ...own, '--storage-driver=vfs', '--cgroup-manager=cgroupfs', ...args];
      const { code, output } = await runProcess([...cgroups2(), ...podman], {
        cwd: folder,
        limitMs: 120_000,
      });
      if (code !== 0) throw new Error(`podman ${args.join(' ')} ended with ${code}:\n${output}`);
      return output;
    },
  };
}

/** The runtime refuses control groups of version 1, which no container of the tests uses: it sees those of version 2 alone. */
function cgroups2(): readonly string[] {
  if (existsSync('/sys/fs/cgroup/cgroup.controllers')) return [];
  const script = 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup && exec "$@"';
  return ['unshare', '--mount', 'sh', '-c', script, 'sh'];
}
