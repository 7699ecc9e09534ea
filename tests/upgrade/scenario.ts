/**
 * The users of the fixture and their calls over HTTP, the same for the code that wrote the fixture and for the present code.
 * Imports no code of the API.
 */
import { TOKEN } from '#tests/support/deployment.ts';
import { signLaunchData, type TestUser } from '#tests/support/launch.ts';

/** Monday, 2026-03-02, 09:00 UTC: the first registration. */
export const BEGIN = Date.UTC(2026, 2, 2, 9);
export const DAY = 86_400_000;
export const HOUR = 3_600_000;

/** From the last words of the older version to the first start of the present one: reminders fell due meanwhile. */
export const PAUSE = 8.25 * HOUR;
/** Before and after what users do then: long enough for everything that waits to be sent. */
export const ROUND = 12 * 60_000;

/** What Gus wrote down before he deleted it. */
export const GONE = Array.from({ length: 8 }, (_, index) => `gone for good ${index} `.repeat(90));

interface Person extends TestUser {
  readonly start?: string;
}

export const ANNA: Person = {
  id: 1001,
  first_name: 'Анна',
  last_name: 'Петрова 🌸',
  username: 'anna_p',
  language_code: 'ru',
  photo_url: 'https://t.me/i/userpic/320/anna.svg',
  allows_write_to_pm: true,
};
export const BORIS: Person = {
  id: 1002,
  first_name: 'Борис',
  language_code: 'ru',
  is_premium: true,
  start: '1001',
};
export const CLARA: Person = {
  id: 1003,
  first_name: "Clara O'Neil",
  last_name: '👩🏽‍🚀',
  username: 'clara',
  language_code: 'en',
  allows_write_to_pm: true,
  start: '1002',
};
/** Came by a campaign. */
export const DAN: Person = { id: 1004, first_name: 'Dan "D"', start: 'tapps_Search&cpc&banner1' };
/** Her referrer has no ledger. */
export const EVE: Person = { id: 1005, first_name: 'Eve', language_code: 'en', start: '9999' };
/** Links a wallet, deletes everything and returns. */
export const FAINA: Person = { id: 1006, first_name: 'Фаина', last_name: 'Забытая', username: 'faina_gone' };
/** Deletes everything for good. */
export const GUS: Person = { id: 1007, first_name: 'Gus', last_name: 'Goneforgood' };
/** Never completes onboarding. */
export const HAL: Person = { id: 1008, first_name: 'Hal' };
/** A credit of hers waits for Anna. */
export const IDA: Person = { id: 1009, first_name: 'Ida', start: '1001' };
/** The message about him waits for the bot's pause to end. */
export const JAN: Person = { id: 1010, first_name: 'Jan', username: 'jan', start: '1001' };
/** The notice about him waits. */
export const KIM: Person = { id: 1011, first_name: 'Kim', username: 'kim', start: '1001' };
/** Registers after the upgrade. */
export const LEO: Person = { id: 1012, first_name: 'Лев', username: 'leo', start: '1003' };

export const PEOPLE = [ANNA, BORIS, CLARA, DAN, EVE, FAINA, GUS, HAL, IDA, JAN, KIM];
/** Of the second fixture, which keeps their profiles and ledgers. */
export const PEOPLE_2 = [ANNA, BORIS, CLARA, DAN, FAINA];

export const SIX: readonly { readonly calculationType: string; readonly inputs: object }[] = [
  {
    calculationType: 'RiskMoney',
    inputs: {
      positionType: 'LONG',
      riskAmount: '100',
      entryPrice: '64120.5',
      stopLossPrice: '62000',
      takeProfitPrice: '70000',
      leverage: '5',
    },
  },
  {
    calculationType: 'RiskPercent',
    inputs: {
      positionType: 'SHORT',
      riskPercent: '1.5',
      depositAmount: '10000',
      entryPrice: '3.21',
      stopLossPrice: '3.4',
      takeProfitPrice: '2.5',
      leverage: '',
    },
  },
  {
    calculationType: 'AveragePosition',
    inputs: {
      positionType: 'LONG',
      quantityType: 'percentage',
      entries: [
        ['1', '100'],
        ['2', '90'],
      ],
      takeProfits: [['120', '50']],
    },
  },
  {
    calculationType: 'TakeProfitStopLoss',
    inputs: {
      positionType: 'LONG',
      calculationType: 'percent',
      entryPrice: '5',
      takeProfit: '10',
      stopLoss: '4',
    },
  },
  {
    calculationType: 'ElliottWave',
    inputs: {
      positionType: 'LONG',
      startPrice: '100',
      endPrice: '150',
      choices: { 2: { level: 1 } },
    },
  },
  {
    calculationType: 'Staking',
    inputs: { apr: '4.5', depositAmount: '1000', days: '30', autoCompound: true },
  },
];

export interface Clock {
  /** UTC milliseconds. */
  at: number;
  now(): number;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answered
  readonly json: any;
}

export type Calls = ReturnType<typeof callsOver>;

/** @param contract of the calling app; by default of the fixture's version. */
export function callsOver(fetch: (request: Request) => Promise<Response>, clock: Clock, contract = 8) {
  async function open(method: string, path: string, body?: object, headers = {}): Promise<Response> {
    return fetch(
      new Request(`https://irich.example${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  async function send(user: Person, method: string, path: string, body?: object): Promise<Answer> {
    const headers = {
      authorization: `tma ${launchOf(user, clock.at)}`,
      'x-contract-version': `${contract}`,
    };
    const answer = await open(method, path, body, headers);
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  }

  return {
    open,
    send,
    register: (user: Person) => send(user, 'POST', '/api/user/register', { id: user.id }),
    onboard: (user: Person) => send(user, 'POST', '/api/user/onboarding', { userId: user.id }),
    checkIn: (user: Person) => send(user, 'POST', '/api/checkin/claim', { userId: user.id }),
    sync: (user: Person, records: readonly object[], sentAt = clock.at) =>
      send(user, 'POST', '/api/sync', {
        userId: user.id,
        sentAt: new Date(sentAt).toISOString(),
        records,
      }),
    deleteData: (user: Person) => send(user, 'DELETE', `/api/user/${user.id}`),
    save: (user: Person, settings: object) =>
      send(user, 'PUT', '/api/user/settings', { userId: user.id, settings }),
    /** The download of an export. */
    async download(user: Person, kind: 'ledger' | 'history'): Promise<string> {
      const made = await send(user, 'POST', '/api/exports', { userId: user.id, kind });
      return (await open('GET', new URL(made.json.url).pathname)).text();
    },
  };
}

export function launchOf(user: Person, at: number): string {
  const { start, ...signed } = user;
  return signLaunchData({
    user: signed,
    botToken: TOKEN,
    authDate: Math.floor(at / 1000),
    ...(start === undefined ? {} : { startParameter: start }),
  });
}

/** A record of this moment. */
export function recordOf(number: number, clock: Clock, place = 0): object {
  return { id: idOf(number), occurredAt: new Date(clock.at).toISOString(), ...SIX[place % SIX.length] };
}

/** A record id in the form of version 7, unique per number. */
export function idOf(number: number): string {
  return `019cae00-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Everything that the API answers about the users, without a change. */
export async function readEverything(calls: Calls, people: readonly Person[] = PEOPLE) {
  const answers: Record<string, Answer> = {};
  for (const user of people) {
    const { id } = user;
    const ask = async (method: string, path: string, body?: object) => {
      answers[`${method} ${path}${body === undefined ? '' : ` ${id}`}`] = await calls.send(
        user,
        method,
        path,
        body,
      );
    };
    await ask('GET', `/api/user/${id}`);
    await ask('GET', `/api/records/${id}`);
    await ask('GET', `/api/user/language/${id}`);
    await ask('GET', `/api/user/settings/${id}`);
    await ask('GET', `/api/user/sbt/${id}`);
    await ask('POST', '/api/referrals', { userId: id });
    await ask('POST', '/api/checkin/status', { userId: id });
  }
  return answers;
}

/** What users do after the upgrade. */
export async function continueStory(calls: Calls, clock: Clock): Promise<Answer[]> {
  const known = { at: BEGIN, now: () => BEGIN };
  const records = [recordOf(2, known, 1), recordOf(1, clock), recordOf(900, clock)];
  const answers = [await calls.sync(ANNA, records)];
  answers.push(await calls.checkIn(ANNA), await calls.checkIn(BORIS));
  answers.push(await calls.register(LEO), await calls.onboard(LEO));
  answers.push(await calls.sync(LEO, [recordOf(901, clock, 5)]));
  answers.push(await calls.send(CLARA, 'DELETE', `/api/records/${CLARA.id}/${idOf(201)}`));
  answers.push(await calls.deleteData(DAN), await calls.onboard(GUS));
  return answers;
}

/** The users of the fixture with an object each. */
export const OBJECTS = [ANNA, BORIS, CLARA, FAINA];

/** What users with an object each do after the upgrade. */
export async function continueObjects(calls: Calls, clock: Clock): Promise<void> {
  await calls.sync(ANNA, [recordOf(900, clock)]);
  await calls.checkIn(BORIS);
  await calls.register(LEO);
  await calls.onboard(LEO);
  await calls.sync(LEO, [recordOf(901, clock, 5)]);
  await calls.deleteData(FAINA);
}

/** The exports of all ledgers that are open to their users, one after another. */
export async function exportAll(calls: Calls, people: readonly Person[]): Promise<string> {
  let text = '';
  for (const user of people) text += await calls.download(user, 'ledger');
  return text;
}
