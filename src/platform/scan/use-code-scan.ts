/**
 * Reads QR codes with the messaging app's scanner, which opens by itself and needs no network, or from a picture.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadChunk } from '../chunks/load-chunk.ts';
import { useHost } from '../host-context.tsx';
import type { PictureRefusal } from './picture-codes.ts';

export interface CodeScanOptions {
  /** Under the scanner's picture. */
  readonly hint: string;
  /** Takes the texts of one code or of one picture. Returns why it refuses them, or null. */
  readonly take: (texts: readonly string[]) => string | null;
  readonly pictureProblem: (reason: PictureRefusal | 'no_code' | 'failed') => string;
}

export interface CodeScan {
  readonly hasScanner: boolean;
  readonly isReading: boolean;
  /** Why the last texts or the last picture were refused. */
  readonly problem: string | null;
  /** Opens the scanner again. */
  scan(): Promise<void>;
  readPicture(picture: File): Promise<void>;
  /** Takes texts from elsewhere, a field for instance. */
  offer(texts: readonly string[]): string | null;
}

/** Longer, and the user should know that nothing comes, milliseconds. */
const PATIENCE_MS = 5000;

export function useCodeScan({ hint, take, pictureProblem }: CodeScanOptions): CodeScan {
  const host = useHost();
  const [hasScanner, setHasScanner] = useState(true);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isShown = useRef(false);

  const offer = (texts: readonly string[]): string | null => {
    if (!isShown.current) return null;
    const refusal = take(texts);
    setProblem(refusal);
    if (refusal !== null) host.haptic('error');
    return refusal;
  };

  const scan = async () => {
    const answer = await host.scanCode(hint, (text) => offer([text]));
    if (answer.ok) return;
    const { type } = answer.error;
    setHasScanner(type !== 'unsupported_method' && type !== 'outside');
  };
  const start = useEffectEvent(() => void scan());
  useEffect(() => {
    isShown.current = true;
    start();
    return () => {
      isShown.current = false;
    };
  }, []);

  const readPicture = async (picture: File) => {
    setReading(true);
    try {
      const { readPictureCodes } = await loadChunk(
        'the reader of pictures',
        () => import('./picture-codes.ts'),
        { patience: PATIENCE_MS },
      );
      const read = await readPictureCodes(picture);
      if (!isShown.current) return;
      if (!read.ok) setProblem(pictureProblem(read.reason));
      else if (read.texts.length === 0) setProblem(pictureProblem('no_code'));
      else offer(read.texts);
    } catch (error) {
      console.warn('Cannot read a picture', error);
      setProblem(pictureProblem('failed'));
    } finally {
      setReading(false);
    }
  };

  return { hasScanner, isReading, problem, scan, readPicture, offer };
}
