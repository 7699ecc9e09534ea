/**
 * Shares a result as a picture in the messaging app's own dialog. This chunk and its imports are fetched with the tap.
 */
import type { TFunction } from 'i18next';
import type { Device } from '#device/model.ts';
import type { Host, HostFault } from '#platform/host.ts';
import { contentOf, type SharedResult } from './content.ts';
import { drawResult } from './draw.ts';
import { encodeJpeg } from './encode.ts';

/** After these faults the dialog was open already: do not follow it with another one. */
const ANSWERED: ReadonlySet<HostFault> = new Set(['denied', 'timeout', 'busy']);

/**
 * False if there is no such dialog, or no picture for it: the caller then shares a link.
 * @param isWanted called when all is ready, since the user may have left the screen by then.
 */
export async function shareResult(
  host: Host,
  device: Device,
  result: SharedResult,
  t: TFunction<'calculators'>,
  isWanted: () => boolean,
): Promise<boolean> {
  const answer = await host.shareMessage(async () => {
    const picture = await pictureOf(result, t);
    const id = picture === null ? null : await device.shareResult(result.calculationType, picture);
    return isWanted() ? id : null;
  });
  return answer.ok || ANSWERED.has(answer.error.type);
}

async function pictureOf(result: SharedResult, t: TFunction<'calculators'>): Promise<string | null> {
  const content = contentOf(result, t);
  if (content === null) return null;
  const footer = {
    name: 'iRICH',
    advice: t('notAdvice'),
    more: (number: number) => t('share.more', { number }),
  };
  const canvas = drawResult(content, footer);
  return canvas === null ? null : encodeJpeg(canvas);
}
