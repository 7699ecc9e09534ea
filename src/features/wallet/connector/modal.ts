/** Makes the library's modals accessible: role and names, an inert page below them, and the focus back where it was. */
import type { TonConnectUI } from '@tonconnect/ui-react';
import type { Look } from './theme.ts';
import './modal.css';

const ICON_BUTTONS = '[data-tc-icon-button]';
/** `viewBox` of the QR code's icon. The icon of the way back takes the same place. */
const CODE_BOX = '0 0 16 17';

/** The modal of a transaction to confirm. It exists only while it is open, and the library sends no event for it. */
export const CONFIRM_MODAL = '[data-tc-actions-modal-container]';

export function isOpen(ui: Pick<TonConnectUI, 'modalState'>): boolean {
  return ui.modalState.status === 'opened' || document.querySelector(CONFIRM_MODAL) !== null;
}

/** @param onModal called when a modal opens, and when it closes. */
export function setApart(
  ui: Pick<TonConnectUI, 'modalState' | 'onModalStateChange'>,
  labels: () => Look['labels'],
  onModal: (isOpen: boolean) => void,
): void {
  const found = document.getElementById('tc-widget-root');
  if (found === null) throw new Error('The library has no element for its modals');
  const widget: Element = found;
  let before: Element | null = null;
  let wasOpen = false;

  function look(): void {
    const isNow = isOpen(ui);
    if (isNow === wasOpen) return;
    wasOpen = isNow;
    const app = document.getElementById('root');
    if (isNow) {
      before = document.activeElement;
      closeSheets();
    }
    if (app !== null) app.inert = isNow;
    if (!isNow && before instanceof HTMLElement) before.focus();
    onModal(isNow);
  }

  ui.onModalStateChange(look);
  new MutationObserver(() => {
    look();
    for (const modal of widget.querySelectorAll('[data-tc-modal]')) name(modal, labels());
  }).observe(widget, { childList: true, subtree: true, characterData: true });
}

/** A sheet of the app would cover the modal. `cancel` asks it to close, as the browser does. */
function closeSheets(): void {
  for (const sheet of document.querySelectorAll('dialog[open]')) {
    sheet.dispatchEvent(new Event('cancel', { cancelable: true }));
  }
}

function name(modal: Element, labels: Look['labels']): void {
  set(modal, 'role', 'dialog');
  set(modal, 'aria-modal', 'true');
  set(modal, 'aria-label', modal.querySelector('h1')?.textContent ?? '');
  const [close, ...others] = modal.querySelectorAll(ICON_BUTTONS);
  if (close !== undefined) set(close, 'aria-label', labels.close);
  for (const button of others) {
    const isCode = button.querySelector('svg')?.getAttribute('viewBox') === CODE_BOX;
    // This button is below the others, beside the protocol's logo.
    const isAbout = button.previousElementSibling?.tagName === 'svg';
    set(button, 'aria-label', isAbout ? labels.about : isCode ? labels.code : labels.back);
  }
}

function set(element: Element, attribute: string, value: string): void {
  if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}
