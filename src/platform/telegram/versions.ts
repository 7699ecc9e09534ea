/** The Bot API version that introduced each feature. Source: core.telegram.org/bots/webapps, "Recent changes". */

export const SINCE = {
  ready: '6.0',
  expand: '6.0',
  close: '6.0',
  theme: '6.0',
  /** On older versions the browser opens links. */
  link: '6.1',
  telegramLink: '6.1',
  backButton: '6.1',
  haptics: '6.1',
  backgroundColour: '6.1',
  closingConfirmation: '6.2',
  popup: '6.2',
  /** A parameter: before this version, the header accepted only the names of two colours. */
  headerColour: '6.9',
  writeAccess: '6.9',
  verticalSwipes: '7.7',
  bottomBarColour: '7.10',
  orientation: '8.0',
  homeScreen: '8.0',
  addToHomeScreen: '8.0',
  download: '8.0',
  shareMessage: '8.0',
  insets: '8.0',
  activity: '8.0',
} as const satisfies Readonly<Record<string, `${number}.${number}`>>;

export type HostMethod = keyof typeof SINCE;
