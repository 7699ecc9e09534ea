/** Secrets that can be guessed, are shared, or stayed too long. No finding shows one. */
import { readMoment } from '../../../config/values.ts';
import { error, type Finding, type Subject, settingOf, warning } from '../check.ts';

const KEYS = ['BOT_WEBHOOK_SECRET', 'CREDIT_SECRET', 'MOVE_SECRET', 'SBT_SIGNING_KEY'];
const GUESSED = ['secret', 'change', 'password', 'example', 'demo', 'test', 'deadbeef', 'c0ffee'];
const SEQUENCES = ['0123456789', '9876543210', 'abcdefgh', '00112233'];
const LEAST_LETTERS = 32;
/** Fewer different letters than random text of `LEAST_LETTERS` hexadecimal digits ever has. */
const LEAST_DIFFERENT = 6;
/** What comes after the number in a token of the Bot API. */
const TOKEN_LETTERS = 35;
const DAY_S = 86_400;

export function weakSecrets(subject: Subject): Finding[] {
  return KEYS.flatMap((name) => {
    const text = settingOf(subject, name);
    if (text === '') return [];
    if (isGuessable(text))
      return [
        error(name, 'can be guessed. Make one with `openssl rand -hex 32`, unless ledgers use it already.'),
      ];
    return text.length < LEAST_LETTERS
      ? [warning(name, `is shorter than ${LEAST_LETTERS} letters. Make one with \`openssl rand -hex 32\`.`)]
      : [];
  });
}

export function sharedSecrets(subject: Subject): Finding[] {
  return KEYS.flatMap((name, place) => {
    const text = settingOf(subject, name);
    const other = KEYS.slice(0, place).find((earlier) => text !== '' && settingOf(subject, earlier) === text);
    return other === undefined ? [] : [error(name, `is the same as ${other}: who learns one has both.`)];
  });
}

/** The form of the token, and whether the bot is on. */
export function bot(subject: Subject): Finding[] {
  const [, letters = ''] = settingOf(subject, 'BOT_TOKEN').split(':');
  const isReal = letters.length >= TOKEN_LETTERS && !isGuessable(letters);
  return [
    ...(letters === '' || isReal
      ? []
      : [warning('BOT_TOKEN', 'is no token of the messaging app: real launch data are refused.')]),
    ...(subject.deployment === 'machine' && settingOf(subject, 'BOT_WEBHOOK_SECRET') === ''
      ? [warning('BOT_WEBHOOK_SECRET', 'is not set: the bot and all notifications are off.')]
      : []),
  ];
}

/** The earlier token is needed only while launch data from before the rotation are still accepted. */
export function rotation(subject: Subject): Finding[] {
  const at = readMoment(settingOf(subject, 'BOT_TOKEN_ROTATED_AT'));
  if (at === null) return [];
  const name = 'BOT_TOKEN_PREVIOUS';
  const age = subject.now / 1000 - at;
  if (age < 0)
    return [warning('BOT_TOKEN_ROTATED_AT', 'lies ahead: the earlier token is accepted until then.')];
  const accepted = Number(settingOf(subject, 'INIT_DATA_MAX_AGE_S')) || DAY_S;
  return age > Math.max(DAY_S, accepted)
    ? [warning(name, 'is left from a rotation that is over: remove it and BOT_TOKEN_ROTATED_AT.')]
    : [];
}

function isGuessable(text: string): boolean {
  const lower = text.toLowerCase();
  return (
    new Set(lower).size < LEAST_DIFFERENT ||
    isRepeated(lower) ||
    [...GUESSED, ...SEQUENCES].some((word) => lower.includes(word))
  );
}

/** Whether a text is a short beginning again and again. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= Math.min(16, text.length / 2); length += 1)
    if (
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .startsWith(text)
    )
      return true;
  return false;
}
