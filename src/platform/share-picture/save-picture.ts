/** Saves a picture as a file, in the way that this host and browser allow. */
import type { Host } from '../host.ts';
import { saveFile } from '../save-file.ts';

export type SaveOutcome = 'saving' | 'shared' | 'declined' | 'failed';

const FILE_NAME = 'irich.jpg';

/**
 * The system's share sheet, where it takes files; otherwise an address that needs no headers, opened by the host or the
 * browser (web views download nothing else); without a network a plain download.
 * @param publish answers that address, or null. @param isWanted whether the user still waits once it has answered.
 */
export async function savePicture(
  host: Pick<Host, 'downloadFile' | 'openLink'>,
  picture: Blob,
  publish: () => Promise<string | null>,
  isWanted: () => boolean,
): Promise<SaveOutcome> {
  const shared = await shareFile(new File([picture], FILE_NAME, { type: picture.type }));
  if (shared !== null) return shared;
  const url = await publish();
  if (!isWanted()) return 'declined';
  if (url === null) {
    saveFile(FILE_NAME, picture, picture.type);
    return 'saving';
  }
  const download = await host.downloadFile(url, FILE_NAME);
  if (download !== 'unsupported') return download;
  return host.openLink(url).ok ? 'saving' : 'failed';
}

/** Null if the browser does not share files, or not here. */
async function shareFile(file: File): Promise<'shared' | 'declined' | null> {
  if (!navigator.canShare?.({ files: [file] })) return null;
  try {
    await navigator.share({ files: [file] });
    return 'shared';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'declined';
    console.warn('The share sheet did not take the picture', error);
    return null;
  }
}
