/** Reads the QR codes of a picture from the gallery, which anybody may have made: its file and its sides are bounded. */
import { decodeQRBatch } from 'qr/decode.js';

/**
 * - `too_large`: more than old phones can open.
 * - `not_a_picture`: no picture of pixels that this browser can open.
 */
export type PictureRefusal = 'too_large' | 'not_a_picture';

export type PictureCodes =
  | { readonly ok: true; readonly texts: readonly string[] }
  | { readonly ok: false; readonly reason: PictureRefusal };

const MAX_BYTES = 20_000_000;
/** A photo of 50 megapixels, or a screenshot of a long chat. */
const MAX_PIXELS = 51_000_000;
/**
 * The longer sides of what is searched, in turn: a plan of a tenth of the first still has three pixels a square. Codes of
 * many squares, held askew, need more pixels than most pictures have: these are made by enlarging.
 */
const SIDES = [1600, 2880];
const MOST_ENLARGED = 1.5;
/** For a picture that the user waits for: all that the search can try, for a second. */
const PATIENT = { effort: Number.POSITIVE_INFINITY, timeLimit: 1000 };
/** Formats of pixels by their first bytes. A drawing, such as SVG, has no size that counts, and may load anything. */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG/, /^GIF8/, /^RIFF....WEBP/s, /^BM/, /^....ftyp/s];

/** Texts of different codes, none twice. */
export async function readPictureCodes(file: Blob): Promise<PictureCodes> {
  if (file.size > MAX_BYTES) return { ok: false, reason: 'too_large' };
  const start = await file.slice(0, 12).arrayBuffer();
  const signature = String.fromCharCode(...new Uint8Array(start));
  if (!SIGNATURES.some((pattern) => pattern.test(signature))) return { ok: false, reason: 'not_a_picture' };
  const url = URL.createObjectURL(file);
  try {
    const picture = await loadPicture(url);
    if (picture === null) return { ok: false, reason: 'not_a_picture' };
    if (picture.naturalWidth * picture.naturalHeight > MAX_PIXELS) return { ok: false, reason: 'too_large' };
    for (const side of SIDES) {
      const pixels = pixelsOf(picture, side);
      if (pixels === null) return { ok: false, reason: 'not_a_picture' };
      const [found = []] = await decodeQRBatch([pixels], PATIENT);
      const texts = [...new Set(found.filter((one) => typeof one === 'string'))];
      if (texts.length > 0) return { ok: true, texts };
    }
    return { ok: true, texts: [] };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Its size is known by then, its pixels are not decoded yet; null if the browser cannot read it. */
function loadPicture(url: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => resolve(null);
    picture.src = url;
  });
}

/** Null without a canvas. */
function pixelsOf(picture: HTMLImageElement, side: number): ImageData | null {
  const { naturalWidth, naturalHeight } = picture;
  const longer = Math.max(naturalWidth, naturalHeight);
  const share = Math.min(side === SIDES[0] ? 1 : MOST_ENLARGED, side / longer);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * share));
  canvas.height = Math.max(1, Math.round(naturalHeight * share));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  // Transparent pixels count as paper.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
