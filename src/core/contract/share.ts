/** Sharing a result or a badge as a picture that is public for a day. */
import * as v from 'valibot';
import { CalculationTypeName, Time, UserId } from './primitives.ts';

export const MAX_PICTURE_BYTES = 150 * 1024;

/**
 * `picture` is a JPEG of at most 150 KB as base64, with its padding. The server writes its message: about a result of
 * `calculationType`, or about the badge `badgeId`, which the user has earned.
 */
export const ShareBody = v.object({
  userId: UserId,
  calculationType: v.optional(CalculationTypeName),
  badgeId: v.optional(v.pipe(v.string(), v.maxLength(20))),
  picture: v.pipe(
    v.string(),
    v.maxLength((MAX_PICTURE_BYTES / 3) * 4, 'larger than 150 KB'),
    v.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'not base64'),
  ),
});
export type ShareBody = v.InferInput<typeof ShareBody>;

/**
 * `url` is absolute, needs no headers and shows the picture until `expiresAt`, a day. `preparedMessageId` opens the
 * messaging app's dialog once; null if the bot is off or could not prepare the message.
 */
export const ShareAnswer = v.object({
  token: v.string(),
  url: v.string(),
  preparedMessageId: v.nullable(v.string()),
  expiresAt: Time,
});
export type ShareAnswer = v.InferOutput<typeof ShareAnswer>;
