/** Saves the user's own ledger as a file, in the way that this host and network allow. */
import type { Device } from '#device/model.ts';
import type { Host } from '#platform/host.ts';
import { shareOrSaveFile } from '#platform/save-file.ts';

export type SaveOutcome = 'saving' | 'declined' | 'shared' | 'failed';

const FILE_NAME = 'irich-ledger.jsonl';
const FILE_TYPE = 'application/x-ndjson';

/**
 * With a network: a link that needs no headers, opened by the host or the browser (web views download nothing else).
 * Without one: the device's own copy, through the system's share sheet or as a plain download.
 */
export async function saveLedger(device: Device, host: Host): Promise<SaveOutcome> {
  try {
    const url = await device.exportUrl('ledger');
    if (url !== null) {
      const download = await host.downloadFile(url, FILE_NAME);
      if (download !== 'unsupported') return download;
      host.openLink(url);
      return 'saving';
    }
    return await shareOrSaveFile(FILE_NAME, await device.exportLedger(), FILE_TYPE);
  } catch (error) {
    console.warn('cannot save the ledger file', error);
    return 'failed';
  }
}
