/**
 * Keeps edits of one subject as the user makes them: one write at a time, what came meanwhile together in the next. What the
 * database does not have, for now or because a write failed, is mirrored.
 */
import type { Clock } from './clock.ts';
import { dropEditMirror, type MirroredEdit, mirrorEdit } from './edit-mirror.ts';

type Change = Readonly<Record<string, string>>;

export interface EditKeeperOptions<C extends Partial<Change>> {
  readonly userId: number;
  readonly subject: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly write: (change: C) => Promise<void>;
  /** Later changes are still tried. */
  readonly onFail: (error: unknown) => void;
}

export interface EditKeeper<C> {
  keep(change: C): void;
  /** Resolves once everything is written. */
  settled(): Promise<void>;
}

export function editKeeper<C extends Partial<Change>>(options: EditKeeperOptions<C>): EditKeeper<C> {
  const { userId, subject, clock, write, onFail } = options;
  let next: C | null = null;
  let underWay: C | null = null;
  let mirrored: MirroredEdit | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function go(): Promise<void> {
    let isKept = true;
    while (next !== null) {
      underWay = next;
      next = null;
      await write(underWay).catch((error: unknown) => {
        isKept = false;
        onFail(error);
      });
    }
    underWay = null;
    if (isKept && mirrored !== null) dropEditMirror(userId, mirrored);
  }

  return {
    keep(change) {
      next = { ...next, ...change } as C;
      mirrored = { subject, change: { ...underWay, ...next } as Change, at: clock.now() };
      mirrorEdit(userId, mirrored);
      if (underWay === null) writing = go();
    },
    settled: () => writing,
  };
}
