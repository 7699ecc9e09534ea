/** The operator's own mark, for pictures that a canvas draws. */

/** How long a picture waits before it is drawn without the mark, milliseconds. */
const PATIENCE_MS = 2000;

let mark: HTMLImageElement | null = null;

/** Resolves once the mark can be drawn, failed to load, or is late. In the last two cases the next call asks for it again. */
export async function loadOwnMark(): Promise<void> {
  if (!import.meta.env.VITE_HAS_MARK || mark !== null) return;
  const image = Object.assign(new Image(), { src: '/mark.svg' });
  const loaded = image.decode().then(
    () => {
      mark = image;
    },
    (error: unknown) => console.warn('cannot load the mark', error),
  );
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Null while it is not there. */
export function ownMark(): HTMLImageElement | null {
  return mark;
}
