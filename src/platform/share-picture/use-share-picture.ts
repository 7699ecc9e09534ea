/** Sends a drawn picture through the messaging app's own dialog, or saves it as a file. */
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Host, HostFault } from '../host.ts';
import { useHost } from '../host-context.tsx';
import { base64Of, encodeJpeg } from './encode.ts';
import { type SaveOutcome, savePicture } from './save-picture.ts';

/** A published picture: its address, and the id of its message, or null without one. */
export interface Published {
  readonly url: string;
  readonly messageId: string | null;
}

/** `kept`: the messaging app's dialog was closed without a recipient. */
export type SendOutcome = 'sent' | 'kept' | 'failed';

export interface PictureSharing {
  /** Whether the messaging app has the dialog for prepared messages. */
  readonly canSend: boolean;
  readonly busy: 'send' | 'save' | null;
  send(): Promise<SendOutcome>;
  save(): Promise<SaveOutcome>;
}

/** After these faults the dialog was open already: do not follow it with another one. */
const ANSWERED: ReadonlySet<HostFault> = new Set(['denied', 'timeout', 'busy']);

/** @param publish takes a JPEG in base64; null without a network. */
export function useSharePicture(
  canvas: HTMLCanvasElement,
  publish: (picture: string) => Promise<Published | null>,
): PictureSharing {
  const host = useHost();
  const [busy, setBusy] = useState<PictureSharing['busy']>(null);
  const isThere = useIsThere();
  // Encoded before a tap: browsers open the share sheet only right after it.
  const encoded = useMemo(() => encodeJpeg(canvas), [canvas]);

  async function published(): Promise<Published | null> {
    const blob = await encoded;
    return blob === null ? null : publish(await base64Of(blob));
  }

  async function during<T>(work: 'send' | 'save', failed: T, act: () => Promise<T>): Promise<T> {
    setBusy(work);
    try {
      return await act();
    } catch (error) {
      console.warn('Cannot share a picture', work, error);
      return failed;
    } finally {
      setBusy(null);
    }
  }

  return {
    canSend: hasMessageDialog(host),
    busy,
    send: () =>
      during<SendOutcome>('send', 'failed', async () => {
        const answer = await host.shareMessage(async () => {
          const id = (await published())?.messageId ?? null;
          // Nothing may open over another screen.
          return isThere() ? id : null;
        });
        if (answer.ok) return 'sent';
        return ANSWERED.has(answer.error.type) || !isThere() ? 'kept' : 'failed';
      }),
    save: () =>
      during<SaveOutcome>('save', 'failed', async () => {
        const blob = await encoded;
        if (blob === null) return 'failed';
        return savePicture(host, blob, async () => (await published())?.url ?? null, isThere);
      }),
  };
}

/** Bot API 8.0. */
function hasMessageDialog({ version }: Pick<Host, 'version'>): boolean {
  return Number.parseInt(version, 10) >= 8;
}

function useIsThere(): () => boolean {
  const there = useRef(false);
  // A layout effect, so that it changes exactly when the picture leaves the page.
  useLayoutEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  return () => there.current;
}
