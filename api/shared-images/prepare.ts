/**
 * Prepares the message of a shared picture: the Bot API stores it, and the user sends it in the messaging app's own
 * dialog.
 */
import type { Api } from 'grammy';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import type { Language } from '#core/languages.ts';
import type { BadgeFamily } from '#core/points/badges.ts';
import { type Translate, translator } from '../bot/texts.ts';
import type { PictureSize } from './jpeg.ts';

/** What a picture shows. */
export type Subject =
  | { readonly type: 'result'; readonly calculationType: CalculationType }
  | { readonly type: 'badge'; readonly id: string; readonly family: BadgeFamily; readonly tier: number };

export interface PictureMessage {
  readonly userId: number;
  readonly subject: Subject;
  readonly language: Language;
  /** The address from which the messaging app fetches the picture. */
  readonly pictureUrl: string;
  readonly size: PictureSize;
  /** The target of its button: the user's own invitation. */
  readonly link: string;
}

/** Never rejects. @returns the id of the prepared message, or null without one. */
export type Prepare = (message: PictureMessage) => Promise<string | null>;

export interface PrepareDeps {
  readonly api: Api;
  readonly appName: string;
  readonly onFault: (message: string, cause: unknown) => void;
}

/** Asks once: without an answer nothing is shared, and the app offers its link instead. */
export function createPrepare({ api, appName: app, onFault }: PrepareDeps): Prepare {
  return async ({ userId, subject, language, pictureUrl, size, link }) => {
    const t = translator(language);
    const { title, caption } = wordsOf(subject, app, t);
    try {
      const { id } = await api.savePreparedInlineMessage(
        userId,
        {
          type: 'photo',
          id: subject.type,
          photo_url: pictureUrl,
          thumbnail_url: pictureUrl,
          photo_width: size.width,
          photo_height: size.height,
          title,
          caption,
          reply_markup: { inline_keyboard: [[{ text: t('bot:open', { app }), url: link }]] },
        },
        { allow_user_chats: true, allow_group_chats: true, allow_channel_chats: true },
      );
      if (typeof id === 'string' && id !== '') return id;
      throw new TypeError('The answer is not a prepared message');
    } catch (cause) {
      onFault(`No message was prepared for user ${userId}`, cause);
      return null;
    }
  };
}

function wordsOf(
  subject: Subject,
  app: string,
  t: Translate,
): { readonly title: string; readonly caption: string } {
  if (subject.type === 'result') {
    const calculator = t(`calculators:name.${subject.calculationType}`);
    return { title: calculator, caption: t('bot:share', { app, calculator }) };
  }
  const badge = t(`levels:badges.${subject.family}`, { tier: subject.tier });
  return { title: badge, caption: t('bot:shareBadge', { app, badge }) };
}
