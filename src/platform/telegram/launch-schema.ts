/**
 * The schema of launch parameters. `launch.ts` reads them by hand, since the first paint has no room for a schema
 * library, and a test compares the two. Here the schema lists the malformed parts of a launch for the log.
 */
import * as v from 'valibot';

/** Six digits; a shorter or named colour is invalid. */
export const ColourSchema = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'not a 6-digit hex colour'));

/** `tgWebApp…` parameters by name, decoded. If these are malformed, the page counts as outside the messaging app. */
export const LaunchSchema = v.object({
  tgWebAppPlatform: v.pipe(v.string(), v.regex(/^\w{1,32}$/, 'not a platform')),
  tgWebAppVersion: v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d{1,3})*$/, 'not a version')),
  tgWebAppData: v.optional(v.string()),
  tgWebAppStartParam: v.optional(v.string()),
  tgWebAppThemeParams: v.optional(v.string()),
});

const Flag = v.optional(v.picklist(['0', '1'], 'not a flag'));

/** A flag in another form counts as not set. */
const FlagsSchema = v.object({
  tgWebAppBotInline: Flag,
  tgWebAppFullscreen: Flag,
  tgWebAppShowSettings: Flag,
});

/** The parsed `tgWebAppThemeParams`. A malformed colour is left out, and ours replaces it. */
export const ThemeSchema = v.record(v.string(), ColourSchema);

/** The parsed `user` field of `tgWebAppData`. If it is malformed, the launch has no user. */
export const UserSchema = v.object({ id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) });

/** One line for each part that the hand-made reader refused or left out. `parameters`: by name, decoded. */
export function launchFaults(parameters: Readonly<Record<string, string>>): string[] {
  const { tgWebAppThemeParams: theme, tgWebAppData: data } = parameters;
  const user = new URLSearchParams(data).get('user');
  return [
    ...faultsOf(LaunchSchema, parameters),
    ...faultsOf(FlagsSchema, parameters),
    ...(theme === undefined ? [] : faultsOf(ThemeSchema, jsonOf(theme), 'tgWebAppThemeParams')),
    ...(user === null ? [] : faultsOf(UserSchema, jsonOf(user), 'tgWebAppData.user')),
  ];
}

function faultsOf(schema: v.GenericSchema, value: unknown, name?: string): string[] {
  const { issues } = v.safeParse(schema, value);
  return (issues ?? []).map((issue) => {
    const path = [name, v.getDotPath(issue)].filter(Boolean).join('.');
    return `${path}: ${issue.message}`;
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema reports it.
    return undefined;
  }
}
