/** The messaging app around us, as screens see it. No call here ever throws; what the host lacks or refuses is a value. */

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

/** Why the host did not do what it was asked; the log has the words. */
export type HostFault =
  /** This version of the messaging app came before the method, or before this use of it. */
  | 'unsupported_method'
  | 'unsupported_parameter'
  /** No answer in time. */
  | 'timeout'
  /** The same was asked before and is not answered yet. */
  | 'busy'
  /** The user said no. */
  | 'denied'
  | 'invalid_url'
  | 'invalid_arguments'
  /** No messaging app stands around the page. */
  | 'outside'
  /** The code that speaks with the messaging app has not come yet. */
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
  /** Opens an http or https address outside of the app. */
  openLink(url: string): HostAnswer;
  /** Opens a chat, channel or mini-app of the messaging app's own link service; any other address as `openLink` does. */
  openTelegramLink(url: string): HostAnswer;
  /**
   * Answers the id of the button that was pressed, null where the dialog was closed otherwise. Never waits for longer than a
   * minute; where there is no answer, the app has to ask by itself.
   */
  showPopup(popup: Popup): Promise<HostAnswer<string | null>>;
  /** Asks the user, once for good, whether the bot may write to them. Only worth asking when it has something to write. */
  requestWriteAccess(): Promise<HostAnswer>;
  /** Offers a text and a link to friends. */
  share(text: string, url: string): void;
  /**
   * Lets the user hand on a message that the bot has prepared. `prepare` answers its id, or null, and is only called where the
   * messaging app has the dialog for it. `denied` where the user chose nobody.
   */
  shareMessage(prepare: () => Promise<string | null>): Promise<HostAnswer>;
  expand(): void;
  close(): void;
  /** Shows the host's back button and calls `onBack` on each tap; null hides it. */
  setBackButton(onBack: (() => void) | null): void;
  homeScreenStatus(): Promise<HomeScreenStatus>;
  /**
   * Asks the host to add an icon. `onAdded` is called once it is there, however long the user looks at the question; a call
   * meanwhile asks no second time and takes the place of the first. No host tells that they said no.
   */
  addToHomeScreen(onAdded: () => void): void;
  /** Asks the host to save what is at an https URL without headers. */
  downloadFile(url: string, fileName: string): Promise<Download>;
}
