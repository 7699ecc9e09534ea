/** The messaging app around us, as screens see it. No call here ever throws; one that the host lacks does nothing. */

/** The user of the launch data, as the host says; only the server's check of the signature makes it true. */
export interface HostUser {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly username: string | null;
  readonly photoUrl: string | null;
  readonly languageCode: string | null;
  readonly isPremium: boolean;
}

export type Haptic = 'success' | 'error' | 'warning' | 'selection' | 'impact';
export type ColorScheme = 'light' | 'dark';
/** How fast the device is, where the host says so (Android). */
export type PerformanceClass = 'LOW' | 'AVERAGE' | 'HIGH';
export type HomeScreenStatus = 'unsupported' | 'unknown' | 'added' | 'missed';

export type Download = 'saving' | 'declined' | 'unsupported';

export interface Host {
  readonly platform: string;
  /** Bot API version, "8.0" for instance. */
  readonly version: string;
  /** What the host signed, exactly as received. */
  readonly launchData: string;
  readonly user: HostUser | null;
  readonly startParameter: string | null;
  readonly performanceClass: PerformanceClass | null;
  /** The scheme shown: the host's, unless the user chose another. */
  readonly colorScheme: { current(): ColorScheme; subscribe(onChange: () => void): () => void };
  /** True where the user or a slow device asks for stillness. */
  reducedMotion(): boolean;
  haptic(kind: Haptic): void;
  openLink(url: string): void;
  openTelegramLink(url: string): void;
  /** Offers a text and a link to friends. */
  share(text: string, url: string): void;
  expand(): void;
  close(): void;
  /** Shows the host's back button and calls `onBack` on each tap; null hides it. */
  setBackButton(onBack: (() => void) | null): void;
  homeScreenStatus(): Promise<HomeScreenStatus>;
  /** Asks the host to add an icon; resolves true once the host says it was added, false where it says nothing. */
  addToHomeScreen(): Promise<boolean>;
  /** Asks the host to save what is at an https URL without headers. */
  downloadFile(url: string, fileName: string): Promise<Download>;
}
