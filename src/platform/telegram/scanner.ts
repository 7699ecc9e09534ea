/**
 * The messaging app's scanner for QR codes. Its text is set when it opens, so it opens anew to say why a code was
 * refused.
 */
import type { WebAppLike } from './web-app.ts';

/** More makes the host's script fail. */
const MAX_TEXT = 64;

export interface Scan {
  readonly hint: string;
  readonly read: (text: string) => string | null;
  /** Called once. */
  readonly onEnd: (isRead: boolean) => void;
}

/** Returns a function that closes it. */
export function openScanner(host: WebAppLike, { hint, read, onEnd }: Scan): () => void {
  /** Of the code in view, which the host reports again and again. */
  let last: string | null = null;
  /** Why the last code was refused, until the scanner is open again. */
  let refusal: string | null = null;

  function open(text: string): void {
    host.showScanQrPopup({ text: text.slice(0, MAX_TEXT) }, (scanned) => {
      // The script passes on null from a host that sends no text.
      if (typeof scanned !== 'string' || scanned === last) return undefined;
      last = scanned;
      refusal = read(scanned);
      if (refusal !== null) {
        host.closeScanQrPopup();
        return undefined;
      }
      end(true);
      return true;
    });
  }

  function end(isRead: boolean): void {
    host.offEvent('scanQrPopupClosed', closed);
    onEnd(isRead);
  }

  function closed(): void {
    if (refusal === null) {
      end(false);
      return;
    }
    const text = refusal;
    refusal = null;
    open(text);
  }

  open(hint);
  host.onEvent('scanQrPopupClosed', closed);
  return () => {
    end(false);
    host.closeScanQrPopup();
  };
}
