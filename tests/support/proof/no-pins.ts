/** The pins of a build where nothing is published. */
import type { PinTexts } from '#core/proof/pins.ts';

export const NO_PINS: PinTexts = { origin: '', keys: '', witnesses: '', quorum: '' };
