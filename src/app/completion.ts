/**
 * The end of onboarding, which a reload at any moment must not undo: it stands in the boot hint before its tap's handler
 * returns, until the device has it in its outbox.
 */
import type { Device } from '#data/model.ts';
import type { AccessState } from './access.ts';
import type { BootHints } from './boot-hint.ts';

export interface CompletionParts {
  readonly device: Pick<Device, 'completeOnboarding'>;
  readonly hints: BootHints;
}

export function completeOnboarding(
  parts: CompletionParts & { readonly access: Pick<AccessState, 'set'> },
): void {
  parts.hints.write({ completing: true });
  parts.access.set('returning');
  void keepCompletion(parts);
}

/** Hands the device a completion that it has not kept yet: a new one, or one that a reload cut off. */
export async function keepCompletion({ device, hints }: CompletionParts): Promise<void> {
  if (!hints.read().completing) return;
  try {
    await device.completeOnboarding();
    hints.write({ completing: false });
  } catch (error) {
    console.warn('the end of onboarding is not kept yet', error);
  }
}
