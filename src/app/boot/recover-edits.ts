/** Keeps the edits that a reload cut off before the database had them. */
import type { Device } from '#device/model.ts';
import { dropEditMirror, readEditMirrors } from '#platform/edit-mirror.ts';

export function recoverMirroredEdits(device: Pick<Device, 'userId' | 'recoverEdits'>): void {
  for (const lost of readEditMirrors(device.userId)) {
    device.recoverEdits(lost).then(
      () => dropEditMirror(device.userId, lost),
      (error: unknown) => console.error('Cannot recover an edit', lost.subject, error),
    );
  }
}
