/**
 * One cell of CSV (RFC 4180), quoted if necessary. Text that a spreadsheet would run as a formula gets a leading apostrophe,
 * which keeps it text. Some take full-width signs for plain ones.
 */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n\t';]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
