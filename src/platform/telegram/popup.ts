/** The limits of the messaging app's own dialog. */
import type { Popup } from '../host.ts';

const TITLE = 64;
const MESSAGE = 256;
const BUTTONS = 3;
const BUTTON_ID = 64;
const BUTTON_TEXT = 64;

/** The violated limit of a popup, or null. Counts lengths as the messaging app does: without surrounding spaces. */
export function popupFault({ title, message, buttons }: Popup): string | null {
  if (title !== undefined && title.trim().length > TITLE) return `title over ${TITLE}`;
  const length = message.trim().length;
  if (length < 1 || length > MESSAGE) return `message not 1 to ${MESSAGE}`;
  if (buttons.length < 1 || buttons.length > BUTTONS) return `not 1 to ${BUTTONS} buttons`;
  for (const { id, text } of buttons) {
    if (id.length > BUTTON_ID) return `button id over ${BUTTON_ID}`;
    const written = text.trim().length;
    if (written < 1 || written > BUTTON_TEXT) return `button text not 1 to ${BUTTON_TEXT}`;
  }
  return null;
}
