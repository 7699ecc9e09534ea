/** Encodes a drawn picture for the server: a JPEG of at most 150 KB. */
import { MAX_PICTURE_BYTES } from '#core/contract/share.ts';

/** From almost lossless to still readable. */
const QUALITIES = [0.92, 0.8, 0.65, 0.5, 0.35];
/** Bytes converted per call, because they become its arguments. */
const STEP = 0x8000;

/** Null if the browser makes no JPEG, or none that is small enough. */
export async function encodeJpeg(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', quality));
    if (blob === null || blob.type !== 'image/jpeg') return null;
    if (blob.size <= MAX_PICTURE_BYTES) return blob;
  }
  return null;
}

export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) {
    text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  }
  return btoa(text);
}
