/** `/api/share`: a result or a badge as a picture, public for a day under an unguessable address. */
import type { Hono } from 'hono';
import { CALLS, FILES } from '#core/contract/calls.ts';
import { MAX_PICTURE_BYTES, type ShareAnswer, type ShareBody } from '#core/contract/share.ts';
import { languageOf } from '#core/languages.ts';
import { readBadge } from '#core/points/badges.ts';
import type { PublicRouteDeps, RouteDeps } from '../deps.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { pictureCacheControl, SECURITY_HEADERS, SHOWN_ELSEWHERE } from '../runtime/http/headers.ts';
import { SHARES_PER_MINUTE } from '../runtime/http/limits.ts';
import { mount, type SignedCall } from '../runtime/http/mount.ts';
import { committed, gate } from '../users/account.ts';
import { findPerson } from '../users/users.ts';
import { jpegSize, type PictureSize } from './jpeg.ts';
import { savePicture } from './pictures.ts';
import type { Subject } from './prepare.ts';

export function shareRoutes(app: Hono, deps: RouteDeps): void {
  mount(app, deps, CALLS.share, {
    owner: (body) => body.userId,
    handle: (call) => {
      const retryAfterS = deps.limiter.take(`share:${call.userId}`, SHARES_PER_MINUTE);
      if (retryAfterS > 0) return fail('rate_limited', { retryAfterS });
      const subject = subjectOf(call.body);
      if (subject === null) {
        const path = call.body.badgeId === undefined ? 'calculationType' : 'badgeId';
        return fail('malformed', { message: 'of neither a result nor a badge', path });
      }
      const picture = bytesOf(call.body.picture);
      const size = picture === null ? null : jpegSize(picture);
      if (picture === null || size === null) {
        return fail('malformed', { message: 'not a whole JPEG of at most 150 KB', path: 'picture' });
      }
      return share(deps, call, subject, picture, size);
    },
  });
}

export function pictureRoutes(app: Hono, deps: PublicRouteDeps): void {
  mount(app, deps, FILES.picture, {
    handle: async ({ params }) => {
      const { token } = params;
      const userId = deps.shareTokens.userOf(token);
      const found = userId === null ? null : await deps.findPicture(userId, deps.sha256(token));
      const now = deps.clock.now();
      if (found === null || found.expiresAt <= now) return fail('not_found');
      return new Response(new Uint8Array(found.picture), {
        headers: {
          ...SECURITY_HEADERS,
          ...SHOWN_ELSEWHERE,
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': pictureCacheControl(found.expiresAt, now),
          'content-type': 'image/jpeg',
          // A browser saves it; what embeds it shows it. The messaging app's web client fetches it itself.
          'content-disposition': 'attachment; filename="irich.jpg"',
          'access-control-allow-origin': 'https://web.telegram.org',
        },
      });
    },
  });
}

/** Stores the picture before its address leaves the server, because the messaging app may fetch it at once. */
async function share(
  deps: RouteDeps,
  { userId, generation, launch }: SignedCall<ShareBody>,
  subject: Subject,
  picture: Uint8Array,
  size: PictureSize,
): Promise<Answer<ShareAnswer>> {
  const token = deps.shareTokens.make(userId);
  const kept = committed(
    await deps.ledger.transact((writer) => {
      const account = gate(writer.account(userId), generation);
      if (!account.ok) return account;
      if (subject.type === 'badge' && !account.value.badges.some(({ id }) => id === subject.id)) {
        return fail('badge_not_earned');
      }
      const tokenHash = deps.sha256(token);
      const expiresAt = savePicture(writer.sql, { userId, tokenHash, picture }, writer.now);
      return ok({ expiresAt, language: findPerson(writer.sql, userId)?.language ?? null });
    }),
  );
  if (!kept.ok) return kept;
  const { expiresAt, language } = kept.value;
  const url = `${deps.publicUrl}${FILES.picture.path.replace('{token}', token)}`;
  const preparedMessageId =
    (await deps.prepare?.({
      userId,
      subject,
      language: language ?? languageOf(launch.user.languageCode),
      pictureUrl: url,
      size,
      link: deps.links.referralLink(userId),
    })) ?? null;
  return ok({ token, url, preparedMessageId, expiresAt: new Date(expiresAt).toISOString() });
}

/** Null if the body names neither. */
function subjectOf({ calculationType, badgeId }: ShareBody): Subject | null {
  if (calculationType !== undefined) return { type: 'result', calculationType };
  const badge = badgeId === undefined ? null : readBadge(badgeId);
  return badgeId === undefined || badge === null ? null : { type: 'badge', id: badgeId, ...badge };
}

/** Null if the text is not base64, or longer than a picture may be. */
function bytesOf(base64: string): Uint8Array | null {
  try {
    const text = atob(base64);
    return text.length <= MAX_PICTURE_BYTES ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
