/** Podman, which builds images and runs containers, with a storage of the caller's own. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { toolPath } from './operator-tools.ts';
import { runProcess } from './run-process.ts';

export interface Podman {
  /** Runs `podman ARGS`. Throws what it says where it fails. */
  do(...args: readonly string[]): Promise<string>;
}

/**
 * Throws where this machine cannot run containers: a test without them would prove nothing.
 * @param folder takes images and containers; it leaves those of the machine alone.
 */
export function openPodman(folder: string): Podman {
  const program = toolPath('podman');
  if (process.getuid?.() !== 0) throw new Error('only root can start the containers of the tests');
  const tmp = join(folder, 'tmp');
  mkdirSync(tmp, { recursive: true });
  const own = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--tmpdir', tmp];
  return {
    async do(...args) {
      // Copies of whole layers: the only storage that works on every file system.
      const podman = [program, ...own, '--storage-driver=vfs', '--cgroup-manager=cgroupfs', ...args];
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
