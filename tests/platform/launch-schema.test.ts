/** The small parser of the first paint and the schema accept and refuse the same. */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parseLaunch } from '#platform/telegram/launch.ts';
import { ColourSchema, LaunchSchema, launchFaults, UserSchema } from '#platform/telegram/launch-schema.ts';

const either = (good: fc.Arbitrary<string>) =>
  fc.option(fc.oneof({ weight: 4, arbitrary: good }, fc.string({ unit: 'binary', maxLength: 40 })), {
    nil: undefined,
  });

const platform = either(
  fc.oneof(
    fc.constantFrom('android', 'android_x', 'ios', 'tdesktop', 'web k', 'ios!', ' ios', ''),
    fc.stringMatching(/^\w{30,34}$/),
  ),
);
const version = either(
  fc.oneof(
    fc.stringMatching(/^\d{0,4}(\.\d{0,4}){0,3}$/),
    fc.constantFrom('8.0', '8', '10.1.2', '8.', '.8', '٨.٠'),
  ),
);
const colour = fc.oneof(
  fc.stringMatching(/^#[0-9a-fA-F]{5,7}$/),
  fc.constantFrom('#fff', 'red', '#12345g', '#2481CC', '2481cc', ' #2481cc', '#2481cc\n'),
  fc.integer(),
  fc.constant(null),
);
const theme = either(
  fc
    .dictionary(fc.constantFrom('bg_color', 'text_color', 'hint_color', 'new_color'), colour)
    .map((colours) => JSON.stringify(colours)),
);
const user = fc
  .oneof(
    fc.record({
      id: fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger(), fc.string(), fc.constant(2 ** 53)),
      first_name: fc.oneof(fc.string(), fc.integer()),
    }),
    fc.jsonValue(),
  )
  .map((value) => JSON.stringify(value));
const data = either(
  user.map((text) => new URLSearchParams({ auth_date: '1700000000', user: text, hash: 'ab' }).toString()),
);
const flag = fc.option(fc.constantFrom('0', '1', 'true', ''), { nil: undefined });

const parameters = fc
  .record({
    tgWebAppPlatform: platform,
    tgWebAppVersion: version,
    tgWebAppData: data,
    tgWebAppStartParam: either(fc.string()),
    tgWebAppThemeParams: theme,
    tgWebAppBotInline: flag,
    tgWebAppFullscreen: flag,
    tgWebAppShowSettings: flag,
  })
  .map(
    (given) =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >,
  );

/** A lone surrogate cannot be encoded, so no client could send it. */
const isSendable = (given: Record<string, string>) => !/\p{Surrogate}/u.test(Object.values(given).join(' '));

function jsonObject(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

describe('for any parameters', () => {
  test('both accept a launch, or neither', () => {
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(parameters.filter(isSendable), (given) => {
        const launch = parseLaunch(`#${new URLSearchParams(given)}`);
        const isTaken = v.is(LaunchSchema, given);
        expect(launch !== null).toBe(isTaken);
        seen[isTaken ? 'taken' : 'refused'] += 1;
        if (launch === null) return;
        expect(launch.platform).toBe(given['tgWebAppPlatform']);
        expect(launch.version).toBe(given['tgWebAppVersion']);
      }),
      { numRuns: 2000 },
    );
    expect(seen.taken).toBeGreaterThan(20);
    expect(seen.refused).toBeGreaterThan(20);
  });

  test('both keep the same colours and know the same users', () => {
    const seen = { users: 0, nobodies: 0, colours: 0 };
    fc.assert(
      fc.property(fc.tuple(theme, data), ([themeText, dataText]) => {
        const given = {
          tgWebAppPlatform: 'ios',
          tgWebAppVersion: '8.0',
          ...(themeText === undefined ? {} : { tgWebAppThemeParams: themeText }),
          ...(dataText === undefined ? {} : { tgWebAppData: dataText }),
        };
        fc.pre(isSendable(given));
        const launch = parseLaunch(new URLSearchParams(given).toString());
        const colours = Object.entries(jsonObject(themeText)).filter(([, one]) => v.is(ColourSchema, one));
        expect(launch?.theme).toEqual(Object.fromEntries(colours));
        const signed = jsonObject(new URLSearchParams(dataText).get('user'));
        expect(launch?.user !== null).toBe(v.is(UserSchema, signed));
        seen.colours += colours.length;
        seen[launch?.user ? 'users' : 'nobodies'] += 1;
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(seen.users, seen.nobodies, seen.colours)).toBeGreaterThan(20);
  });
});

describe('the log names', () => {
  const launch = { tgWebAppPlatform: 'ios', tgWebAppVersion: '8.0' };
  const dataOf = (user: string) => new URLSearchParams({ auth_date: '1', user }).toString();

  test('nothing for a well-formed launch', () => {
    const { parameters } = parseLaunch(
      `#${new URLSearchParams({
        ...launch,
        tgWebAppData: dataOf('{"id":42}'),
        tgWebAppThemeParams: '{"bg_color":"#ffffff"}',
        tgWebAppFullscreen: '1',
      })}`,
    ) ?? { parameters: null };
    expect(parameters).not.toBeNull();
    expect(launchFaults(parameters ?? {})).toEqual([]);
    expect(launchFaults(launch)).toEqual([]);
  });

  test('parts left out of a theme', () => {
    const theme = { bg_color: '#ffffff', text_color: '#000', hint_color: 7 };
    const faults = launchFaults({ ...launch, tgWebAppThemeParams: JSON.stringify(theme) });
    expect(faults).toHaveLength(2);
    expect(faults[0]).toBe('tgWebAppThemeParams.text_color: not a 6-digit hex colour');
    expect(faults[1]).toContain('tgWebAppThemeParams.hint_color');
    expect(launchFaults({ ...launch, tgWebAppThemeParams: '{' })).toHaveLength(1);
  });

  test('a malformed platform, version and flag, once each', () => {
    expect(
      launchFaults({ tgWebAppPlatform: 'i os', tgWebAppVersion: '8.', tgWebAppFullscreen: 'true' }),
    ).toEqual([
      'tgWebAppPlatform: not a platform',
      'tgWebAppVersion: not a version',
      'tgWebAppFullscreen: not a flag',
    ]);
    expect(launchFaults({})).toHaveLength(2);
  });

  test('an invalid user', () => {
    for (const user of ['{"id":"42"}', '{"id":0}', '{', '[]', '']) {
      const faults = launchFaults({ ...launch, tgWebAppData: dataOf(user) });
      expect(faults, user).toHaveLength(1);
      expect(faults[0]).toContain('tgWebAppData.user');
    }
  });
});
