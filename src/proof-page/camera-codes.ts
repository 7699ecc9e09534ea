/** Reads the codes before the camera of this device. Its pictures stay in this page. */
import { decodeQRBatch } from 'qr/decode.js';

/** As phones' cameras give it, and enough for the largest passport. */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } };
/** For one picture: the next one may be sharper. */
const LONGEST_SEARCH_MS = 300;

/** The camera's pictures, or why there are none: `refused` by the reader, `noCamera` that can be used. */
export async function openCamera(): Promise<MediaStream | 'refused' | 'noCamera'> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', ...SIZE } });
  } catch (failure) {
    // Browsers have no `mediaDevices` where the address is not secure.
    return failure instanceof DOMException && failure.name === 'NotAllowedError' ? 'refused' : 'noCamera';
  }
}

/**
 * Looks until codes are seen: their texts. None once the signal aborts, or if the camera ends. Closes the camera. Rejects if
 * its pictures cannot be read.
 */
export async function watchCodes(
  stream: MediaStream,
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<readonly string[] | 'noCamera'> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const [track] = stream.getVideoTracks();
  try {
    video.srcObject = stream;
    const isPlaying = await video.play().then(
      () => true,
      () => false,
    );
    if (!isPlaying) return 'noCamera';
    if (context === null) throw new Error('No canvas');
    while (!signal.aborted && track?.readyState === 'live') {
      const { videoWidth: width, videoHeight: height } = video;
      if (width > 0 && height > 0) {
        Object.assign(canvas, { width, height });
        context.drawImage(video, 0, 0, width, height);
        const pixels = context.getImageData(0, 0, width, height);
        const [found = []] = await decodeQRBatch([pixels], { timeLimit: LONGEST_SEARCH_MS });
        const texts = [...new Set(found.filter((one) => typeof one === 'string'))];
        if (texts.length > 0 && !signal.aborted) return texts;
      }
      // Taps and the picture go on between two looks.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return [];
  } finally {
    for (const one of stream.getTracks()) one.stop();
    video.srcObject = null;
  }
}
