/** Updates as the Bot API sends them. */
import { START } from '#tests/support/deployment.ts';

export const SECRET = 'a-secret-of-these-tests';

let updates = 0;

export interface Sender {
  readonly id: number;
  readonly language?: string;
  readonly chat?: 'private' | 'group';
  /** When the user sends it, in milliseconds. */
  readonly at?: number;
}

export function textUpdate(text: string, { id, language, chat = 'private', at = START }: Sender): object {
  updates += 1;
  const command = /^\/\w+(@\w+)?/.exec(text)?.[0];
  const from = { id, is_bot: false, first_name: 'Somebody', ...(language && { language_code: language }) };
  return {
    update_id: updates,
    message: {
      message_id: updates,
      date: Math.floor(at / 1000),
      from,
      chat:
        chat === 'private'
          ? { id, type: 'private', first_name: 'Somebody' }
          : { id: -5, type: 'group', title: 'G' },
      text,
      ...(command && { entities: [{ type: 'bot_command', offset: 0, length: command.length }] }),
    },
  };
}

/** The user blocks the bot (`kicked`) or allows it to write again (`member`). */
export function memberUpdate(id: number, status: 'kicked' | 'member', at = START): object {
  updates += 1;
  const bot = { id: 1_111_111_111, is_bot: true, first_name: 'iRICH', username: 'irich_bot' };
  const from = { id, is_bot: false, first_name: 'Somebody' };
  const chat = { id, type: 'private', first_name: 'Somebody' };
  const other = status === 'kicked' ? 'member' : 'kicked';
  return {
    update_id: updates,
    my_chat_member: {
      chat,
      from,
      date: Math.floor(at / 1000),
      old_chat_member: { user: bot, status: other },
      new_chat_member: { user: bot, status },
    },
  };
}
