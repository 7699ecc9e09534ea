/** The fields of an update that the bot reads. Other updates, such as channel posts, are ignored. */
import * as v from 'valibot';

const Integer = v.pipe(v.number(), v.safeInteger());
const Chat = v.object({ id: Integer, type: v.string() });
/** Seconds. */
const Moment = v.pipe(Integer, v.minValue(0));

export const Update = v.object({
  update_id: Integer,
  message: v.optional(
    v.object({
      date: Moment,
      chat: Chat,
      from: v.object({ id: v.pipe(Integer, v.minValue(1)), language_code: v.optional(v.string()) }),
      /** Empty for a message without text, such as a picture. */
      text: v.optional(v.string(), ''),
      entities: v.optional(v.array(v.object({ type: v.string(), offset: Integer, length: Integer })), []),
    }),
  ),
  my_chat_member: v.optional(
    v.object({ date: Moment, chat: Chat, new_chat_member: v.object({ status: v.string() }) }),
  ),
});
