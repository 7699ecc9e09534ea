/** The message that a shared picture stands in: kept by the Bot API, handed on by the user in the messaging app's own dialog. */
import type { Api } from 'grammy';
import type { CalculationType } from '#core/points/events.ts';
import { type Language, translator } from '../bot/texts.ts';
import type { PictureSize } from './jpeg.ts';

export interface ResultMessage {
  readonly userId: number;
  readonly calculationType: CalculationType;
  readonly language: Language;
  /** Where the messaging app finds the picture. */
  readonly pictureUrl: string;
  readonly size: PictureSize;
  /** Where its button leads: the user's own invitation. */
  readonly link: string;
}

/** Never rejects. @returns the id of the prepared message, or null where there is none. */
export type Prepare = (message: ResultMessage) => Promise<string | null>;

export interface PrepareDeps {
  readonly api: Api;
  readonly onFault: (message: string, cause: unknown) => void;
}

/** Asks once: where no answer comes, nothing was shown to anybody, and the app has its link. */
export function createPrepare({ api, onFault }: PrepareDeps): Prepare {
  return async ({ userId, calculationType, language, pictureUrl, size, link }) => {
    const t = translator(language);
    const calculator = t(`calculators:name.${calculationType}`);
    try {
      const { id } = await api.savePreparedInlineMessage(
        userId,
        {
          type: 'photo',
          id: 'result',
          photo_url: pictureUrl,
          thumbnail_url: pictureUrl,
          photo_width: size.width,
          photo_height: size.height,
          title: calculator,
          caption: t('bot:share', { calculator }),
          reply_markup: { inline_keyboard: [[{ text: t('bot:open'), url: link }]] },
        },
        { allow_user_chats: true, allow_group_chats: true, allow_channel_chats: true },
      );
      if (typeof id === 'string' && id !== '') return id;
      throw new TypeError('The answer is no prepared message');
    } catch (cause) {
      onFault(`No message was prepared for user ${userId}`, cause);
      return null;
    }
  };
}
