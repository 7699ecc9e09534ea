/** Saves a passport's code as a picture: squares of whole pixels, without loss. */
import { shareOrSaveFile } from '#platform/save-file.ts';
import { qrRows } from '#ui/qr-rows.ts';

export type SaveOutcome = 'saving' | 'declined' | 'shared' | 'failed';

const FILE_NAME = 'irich-passport.png';
/** Pixels of a square: what chats shrink still has three. */
const SQUARE = 8;

export async function saveCode(text: string): Promise<SaveOutcome> {
  try {
    const picture = await pictureOf(text);
    return picture === null ? 'failed' : await shareOrSaveFile(FILE_NAME, picture, 'image/png');
  } catch (error) {
    console.warn('Cannot save the picture of a passport', error);
    return 'failed';
  }
}

/** Null without a canvas. */
async function pictureOf(text: string): Promise<Blob | null> {
  const rows = qrRows(text, true);
  const canvas = document.createElement('canvas');
  canvas.width = rows.length * SQUARE;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // Scanners read dark on light, whatever the theme.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(x * SQUARE, y * SQUARE, SQUARE, SQUARE);
    }
  }
  return new Promise((made) => canvas.toBlob(made, 'image/png'));
}
