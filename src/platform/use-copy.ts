/** Copies a text on a tap, with haptic feedback on the result. */
import { copyText } from './clipboard.ts';
import { useHost } from './host-context.tsx';

/** The call resolves to false if nothing could be copied. */
export function useCopy(): (text: string) => Promise<boolean> {
  const host = useHost();
  return async (text) => {
    const isCopied = await copyText(text);
    host.haptic(isCopied ? 'success' : 'error');
    return isCopied;
  };
}
