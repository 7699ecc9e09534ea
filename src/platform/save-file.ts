/** Saves a text or bytes as a file, if the web view allows that. */

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
