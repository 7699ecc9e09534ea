/** Shares a result as a picture in the messaging app's own dialog. Fetched with the tap, like all that it needs. */
import type { TFunction } from 'i18next';
import type { Device } from '#data/model.ts';
import type { Host, HostFault } from '#platform/host.ts';
import type { SharedResult } from '../shared/shared-result.ts';
import { contentOf } from './content.ts';
import { drawResult } from './draw.ts';
import { encodeJpeg } from './encode.ts';

/** With these the dialog was there: it is not followed by another one. */
const ANSWERED: ReadonlySet<HostFault> = new Set(['denied', 'timeout', 'busy']);

/**
 * False where there is no such dialog, or no picture for it: then a link is shared.
 * @param isWanted asked when all is ready: by then the user may have gone elsewhere.
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
