/**
 * The messaging app around the page, as screens see it. No call here ever throws: a missing or refused feature is a
 * value.
 */

/** The user in the launch data, unverified: only the server's signature check proves it. */
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
/** The device's speed, if the host gives it (Android). */
export type PerformanceClass = 'LOW' | 'AVERAGE' | 'HIGH';
export type HomeScreenStatus = 'unsupported' | 'unknown' | 'added' | 'missed';

export type Download = 'saving' | 'declined' | 'unsupported';

/** Why the host did not carry out a call; the log has the details. */
export type HostFault =
  /** This version of the messaging app is older than the method, or than this use of it. */
  | 'unsupported_method'
  | 'unsupported_parameter'
  /** No answer in time. */
  | 'timeout'
  /** An earlier call of the same kind is not answered yet. */
  | 'busy'
  /** The user declined. */
  | 'denied'
  | 'invalid_url'
  | 'invalid_arguments'
  /** The page is not inside a messaging app. */
  | 'outside'
  /** The code that talks to the messaging app has not loaded yet. */
  | 'not_ready'
  | 'failed';

export type HostAnswer<T = null> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly type: HostFault } };

export interface PopupButton {
  /** At most 64 characters. */
  readonly id: string;
  /** 1 to 64 characters. */
  readonly text: string;
  readonly tone?: 'danger';
}

/** A short question in the messaging app's own dialog. */
export interface Popup {
  /** At most 64 characters. */
  readonly title?: string;
  /** 1 to 256 characters. */
  readonly message: string;
  /** One to three. */
  readonly buttons: readonly PopupButton[];
}

export interface Host {
  readonly platform: string;
  /** Bot API version, "8.0" for instance. */
  readonly version: string;
  /** The host's signed data, exactly as received. */
  readonly launchData: string;
  readonly user: HostUser | null;
  readonly startParameter: string | null;
  readonly performanceClass: PerformanceClass | null;
  /** The current scheme: the host's, unless the user chose another. */
  readonly colorScheme: { current(): ColorScheme; subscribe(onChange: () => void): () => void };
  /** True if the user asks for reduced motion, or the device is slow. */
  reducedMotion(): boolean;
  haptic(kind: Haptic): void;
  /** Opens an http or https address outside the app. */
  openLink(url: string): HostAnswer;
  /**
   * Opens a chat, channel or mini-app of the messaging app's own link service; opens any other address like `openLink`.
   */
  openTelegramLink(url: string): HostAnswer;
  /**
   * Answers the id of the pressed button, or null if the dialog was closed otherwise. Waits a minute at most; without
   * an answer, the app must ask in its own dialog.
   */
  showPopup(popup: Popup): Promise<HostAnswer<string | null>>;
  /**
   * Opens the messaging app's scanner for QR codes, which needs no network. `read` gets each text once: null ends the
   * scan, a text of at most 64 characters tells the user why it goes on. Answers true once `read` has ended the scan,
   * false if the user closed the scanner, or another scan took its place.
   */
  scanCode(hint: string, read: (text: string) => string | null): Promise<HostAnswer<boolean>>;
  /**
   * Asks the user, once for good, whether the bot may write to them. Call it only when the bot has something to write.
   */
  requestWriteAccess(): Promise<HostAnswer>;
  /** Opens the sharing of a text and a link with friends. */
  share(text: string, url: string): void;
  /**
   * Lets the user forward a message that the bot has prepared. `prepare` answers its id, or null, and is only called if
   * the messaging app has the dialog. `denied` if the user chose no recipient.
   */
  shareMessage(prepare: () => Promise<string | null>): Promise<HostAnswer>;
  expand(): void;
  close(): void;
  /** Shows the host's back button and calls `onBack` on each tap; null hides it. */
  setBackButton(onBack: (() => void) | null): void;
  homeScreenStatus(): Promise<HomeScreenStatus>;
  /**
   * Asks the host to add a home screen icon. `onAdded` is called once it exists, however long the user takes; a call
   * meanwhile replaces the callback without a second question. No host reports a refusal.
   */
  addToHomeScreen(onAdded: () => void): void;
  /** Asks the host to save the file at an https URL that needs no headers. */
  downloadFile(url: string, fileName: string): Promise<Download>;
}
