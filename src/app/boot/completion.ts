/**
 * Completes onboarding so that a reload at any moment cannot undo it: the boot hint holds it before the tap's handler
 * returns, until the device has it in its outbox.
 */
import type { Device } from '#device/model.ts';
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

/** Passes a completion that is not saved yet to the device: a new one, or one that a reload interrupted. */
export async function keepCompletion({ device, hints }: CompletionParts): Promise<void> {
  if (!hints.read().completing) return;
  try {
    await device.completeOnboarding();
    hints.write({ completing: false });
  } catch (error) {
    console.warn('cannot save the completed onboarding yet', error);
  }
}
