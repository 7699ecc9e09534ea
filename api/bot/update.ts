/** What the bot reads of an update. Whatever else is in one, such as posts of channels, reaches nothing here. */
import * as v from 'valibot';

const Integer = v.pipe(v.number(), v.safeInteger());
const Chat = v.object({ id: Integer, type: v.string() });
/** When it happened, seconds. */
const Moment = v.pipe(Integer, v.minValue(0));

export const Update = v.object({
  update_id: Integer,
  message: v.optional(
    v.object({
      date: Moment,
      chat: Chat,
      from: v.object({ id: v.pipe(Integer, v.minValue(1)), language_code: v.optional(v.string()) }),
      /** Empty for a picture, and whatever else has no words. */
      text: v.optional(v.string(), ''),
      entities: v.optional(v.array(v.object({ type: v.string(), offset: Integer, length: Integer })), []),
    }),
  ),
  my_chat_member: v.optional(
    v.object({ date: Moment, chat: Chat, new_chat_member: v.object({ status: v.string() }) }),
  ),
});
export type Update = v.InferOutput<typeof Update>;
