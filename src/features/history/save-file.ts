/** Saves a text as a file, where the web view lets a page do that. */

export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken hold of the file once the click's task is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
