/**
 * What launch parameters must look like. `launch.ts` reads them by hand, since the first paint has no room for a schema
 * library, and a test holds the two to each other; here it says what of a launch was out of form.
 */
import * as v from 'valibot';

/** Six digits; a shorter or named colour is none. */
export const ColourSchema = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'not a 6-digit hex colour'));

/** A flag in another form counts as not set. */
const Flag = v.fallback(v.optional(v.picklist(['0', '1'])), undefined);

/** `tgWebApp…` parameters by name, decoded. Where these are out of form, the page is open outside the messaging app. */
export const LaunchSchema = v.object({
  tgWebAppPlatform: v.pipe(v.string(), v.regex(/^\w{1,32}$/, 'not a platform')),
  tgWebAppVersion: v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d{1,3})*$/, 'not a version')),
  tgWebAppData: v.optional(v.string()),
  tgWebAppStartParam: v.optional(v.string()),
  tgWebAppThemeParams: v.optional(v.string()),
  tgWebAppBotInline: Flag,
  tgWebAppFullscreen: Flag,
  tgWebAppShowSettings: Flag,
});

/** The parsed `tgWebAppThemeParams`. A colour out of form is left out, and ours stands in its place. */
export const ThemeSchema = v.record(v.string(), ColourSchema);

/** The parsed `user` field of `tgWebAppData`. Where it is out of form, the launch names nobody. */
export const UserSchema = v.object({ id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) });

/** One line for each colour that the hand-made reader left out. */
export function themeFaults(parameters: Readonly<Record<string, string>>): string[] {
  const theme = parameters['tgWebAppThemeParams'];
  if (theme === undefined) return [];
  const { issues } = v.safeParse(ThemeSchema, jsonOf(theme));
  return (issues ?? []).map((issue) => {
    const path = ['tgWebAppThemeParams', v.getDotPath(issue)].filter(Boolean).join('.');
    return `${path}: ${issue.message}`;
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema says so.
    return undefined;
  }
}
