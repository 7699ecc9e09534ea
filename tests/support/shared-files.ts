/** Files that an app in the page passes to the system's share sheet. */
import { onTestFinished } from 'vitest';

/** In order; until the test ends. */
export function sharedFiles(): readonly File[] {
  const files: File[] = [];
  const share = async (data: ShareData) => void files.push(...(data.files ?? []));
  for (const [name, value] of Object.entries({ canShare: () => true, share })) {
    Object.defineProperty(navigator, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
  return files;
}
