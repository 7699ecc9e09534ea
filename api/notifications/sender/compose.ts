/** The text of a message, made at send time, because the user's settings or the day may have changed since. */

import { levelName, pointsText, type TextKey, translator } from '#api/bot/texts.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { findPerson } from '#api/users/users.ts';
import type { NotificationKind, Settings } from '#core/contract/settings.ts';
import { isTooLate } from '#core/event-reminder.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/languages.ts';
import { screenParameter } from '#core/launch/opening.ts';
import { usdText } from '#core/market/format.ts';
import { readBadge } from '#core/points/badges.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import { isDeleted, type LedgerState } from '#core/points/evolve.ts';
import { currentStreak, isClaimable, type Streak } from '#core/points/streak.ts';
import { isStillSet } from '../event-reminders/reminders.ts';
import { thresholdsOf } from '../preferences/own-alerts.ts';
import { nextAllowed } from '../preferences/quiet-hours.ts';
import { readReach, readSettings } from '../preferences/settings.ts';
import type { Composed, Item, PendingNotification } from './messages.ts';

export interface ComposeDeps {
  readonly sql: Sql;
  /** `https://t.me/BOT/APP`. */
  readonly appLink: string;
  /** The username of an invited user; null if unknown or not set. */
  readonly nameOf: (friendId: number) => string | null;
}

export function compose(
  deps: ComposeDeps,
  state: LedgerState | null,
  message: PendingNotification,
  now: number,
): Composed {
  if (state === null || isDeleted(state) || state.deletions !== message.generation) return { type: 'drop' };
  const { userId } = state;
  const settings = readSettings(deps.sql, userId);
  const item = wanted(message.item, settings);
  if (item === null || !readReach(deps.sql, userId).mayWrite) return { type: 'drop' };
  if (item.kind === 'streak_reminder' && !isAtStake(state, item.day, now)) return { type: 'drop' };
  if (item.kind === 'event_soon') {
    if (isTooLate(item.event.at, now) || !isStillSet(deps.sql, userId, item.setAt)) return { type: 'drop' };
  }
  // A reminder of an event has its hour, which the user knew when they set it.
  const at = item.kind === 'event_soon' ? now : nextAllowed(now, settings);
  if (at > now) {
    const isOver = item.kind === 'streak_reminder' && at >= (item.day + 1) * DAY_MS;
    return isOver ? { type: 'drop' } : { type: 'later', at };
  }
  const language = findPerson(deps.sql, userId)?.language ?? DEFAULT_LANGUAGE;
  return { type: 'send', ...wordsOf(item, state, settings, language, now, deps) };
}

/** The part of an item that the user wants; null if there is none. */
export function wanted(item: Item, settings: Required<Settings>): Item | null {
  const { notifications } = settings;
  if (item.kind === 'event_soon') return item;
  if (item.kind === 'price_crossed') {
    return thresholdsOf(settings)[item.symbol] === item.threshold ? item : null;
  }
  if (item.kind !== 'badges_earned') return notifications[SWITCHES[item.kind]] ? item : null;
  const badges = item.badges.filter((id) => {
    const family = readBadge(id)?.family;
    return family !== undefined && family !== 'lev' && notifications[BADGE_SWITCHES[family]];
  });
  return badges.length === 0 ? null : { kind: item.kind, badges };
}

const SWITCHES = {
  friend_joined: 'friendJoined',
  level_reached: 'levelUp',
  streak_reminder: 'streakReminder',
} as const satisfies Record<string, NotificationKind>;
const BADGE_SWITCHES = {
  ref: 'referralBadges',
  chain: 'chainBadges',
  streak: 'streakBadges',
} as const satisfies Record<string, NotificationKind>;

/** Whether the day is today, unclaimed, and a streak would end with it or cost a freeze. */
export function isAtStake({ streak }: LedgerState, day: number, now: number): boolean {
  return dayOf(now) === day && isClaimable(streak, day) && currentStreak(streak, day) > 0;
}

/** Whether no freeze would keep the streak if this day were missed. */
function endsWith(streak: Streak, day: number): boolean {
  return currentStreak(streak, day + 1) === 0;
}

function wordsOf(
  item: Item,
  { streak }: LedgerState,
  { zone, coinAlerts }: Required<Settings>,
  language: Language,
  now: number,
  { appLink, nameOf }: ComposeDeps,
) {
  const t = translator(language);
  const look = (key: TextKey, screen: Parameters<typeof screenParameter>[0]) => ({
    label: t(key),
    url: `${appLink}?startapp=${screenParameter(screen)}`,
  });
  switch (item.kind) {
    case 'friend_joined': {
      const name = item.friend === null ? null : nameOf(item.friend);
      // Only names of the form that the messaging app allows may follow an @.
      const isName = name !== null && /^[A-Za-z]\w{2,31}$/.test(name);
      const friend = isName ? `@${name}` : t('bot:notice.someone');
      const text =
        item.award === null
          ? t('bot:notice.friend', { friend })
          : t('bot:notice.friendPaid', { friend, points: pointsText(item.award, language) });
      return { text, ...look('bot:look.friends', 'referrals') };
    }
    case 'level_reached': {
      const values = { level: item.level, name: levelName(item.level, t) };
      return { text: t('bot:notice.level', values), ...look('bot:look.profile', 'profile') };
    }
    case 'badges_earned': {
      const names = item.badges.flatMap((id) => {
        const badge = readBadge(id);
        return badge === null ? [] : [t(`levels:badges.${badge.family}`, { tier: badge.tier })];
      });
      const values = { count: names.length, badges: names.join(', ') };
      return { text: t('bot:notice.badges', values), ...look('bot:look.badges', 'achievements') };
    }
    case 'streak_reminder':
      return {
        text: t(endsWith(streak, item.day) ? 'bot:notice.reminder' : 'bot:notice.reminderFreeze', {
          count: streak.current,
        }),
        ...look('bot:look.checkIn', 'profile'),
      };
    case 'price_crossed': {
      const coin = coinAlerts[item.symbol];
      const values = {
        coin: coin === undefined ? item.symbol : `${coin.name} (${coin.symbol})`,
        threshold: usdText(item.threshold, language),
        price: usdText(item.price, language),
        time: momentIn(zone, item.at, language),
      };
      const text = t(item.up ? 'bot:notice.priceUp' : 'bot:notice.priceDown', values);
      return { text, ...look('bot:look.market', 'cryptooverview') };
    }
    case 'event_soon': {
      const { name, zone: place, at } = item.event;
      const minutes = Math.ceil((at - now) / 60_000);
      const values = {
        count: minutes,
        event: t(`calendar:kind.${name}`),
        place: t(`calendar:zone.${place}`),
        time: momentIn(zone, at, language),
      };
      const text = t(minutes > 0 ? 'bot:notice.eventSoon' : 'bot:notice.eventBegun', values);
      const sample = item.isSample ? ` ${t('bot:notice.sample')}` : '';
      return { text: text + sample, ...look('bot:look.calendar', 'calendar') };
    }
  }
}

/** "1 July at 14:05", by the clock of a zone. */
function momentIn(zone: string | null, at: number, language: Language): string {
  return new Intl.DateTimeFormat(LANGUAGES[language].locale, {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone ?? 'UTC',
    // Without a known zone, the text names the zone it uses.
    ...(zone === null ? { timeZoneName: 'short' } : {}),
  }).format(at);
}
