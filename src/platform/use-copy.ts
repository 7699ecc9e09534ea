/** Copies a text on a tap, and lets the person feel whether it worked. */
import { copyText } from './clipboard.ts';
import { useHost } from './host-context.tsx';

/** The call answers false where nothing could be copied. */
export function useCopy(): (text: string) => Promise<boolean> {
  const host = useHost();
  return async (text) => {
    const isCopied = await copyText(text);
    host.haptic(isCopied ? 'success' : 'error');
    return isCopied;
  };
}
