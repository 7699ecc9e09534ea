/** Saves everything that the server keeps about the user, in the way that this host allows. */
import type { Device } from '#device/model.ts';
import type { Host } from '#platform/host.ts';

const FILE_NAME = 'irich-personal.json';

/** By a link that needs no headers, opened by the host or the browser: web views download nothing else. */
export async function saveEverything(
  device: Pick<Device, 'exportUrl'>,
  host: Pick<Host, 'downloadFile' | 'openLink'>,
): Promise<'saving' | 'declined' | 'failed'> {
  try {
    const url = await device.exportUrl('personal');
    if (url === null) return 'failed';
    const download = await host.downloadFile(url, FILE_NAME);
    if (download !== 'unsupported') return download;
    host.openLink(url);
    return 'saving';
  } catch (error) {
    console.warn('cannot save the file of everything', error);
    return 'failed';
  }
}
