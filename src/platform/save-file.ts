/** Saves a text or bytes as a file, if the web view allows that. */

export type SaveOutcome = 'saving' | 'declined' | 'shared';

/** Through the system's share sheet where there is one, else as a download. */
export async function shareOrSaveFile(name: string, content: BlobPart, type: string): Promise<SaveOutcome> {
  const file = new File([content], name, { type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'declined';
      throw error;
    }
  }
  saveFile(name, content, type);
  return 'saving';
}

export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser holds the file once the click's task is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
