/** Saves the user's own ledger as a file, in the way that this host and network allow. */
import type { Device } from '#device/model.ts';
import type { Host } from '#platform/host.ts';

export type SaveOutcome = 'saving' | 'declined' | 'shared' | 'failed';

const FILE_NAME = 'irich-ledger.jsonl';

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
    return await saveHere(await device.exportLedger());
  } catch (error) {
    console.warn('cannot save the ledger file', error);
    return 'failed';
  }
}

async function saveHere(text: string): Promise<SaveOutcome> {
  const file = new File([text], FILE_NAME, { type: 'application/x-ndjson' });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'declined';
      throw error;
    }
  }
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = FILE_NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return 'saving';
}
