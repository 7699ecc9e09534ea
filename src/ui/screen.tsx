/** A screen: its title, the back button, a quiet line about the network, and its content. */
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { createContext, useContext, useEffect, useId, useRef } from 'react';
import { useArrival } from './arrival.ts';
import './screen.css';

/** The app's frame around every screen. Screens never set it themselves. */
export interface ScreenFrame {
  /**
   * Title of the screen at this address; empty if the screen makes one of its own. Read while a screen renders: only
   * then are its texts loaded.
   */
  readonly title: () => string;
  /** Goes back; null on a main screen of the bottom bar. */
  readonly onBack: (() => void) | null;
  readonly backLabel: string;
  /** One line under the title: offline since when, data in memory only, and the like. Null shows nothing. */
  readonly status: string | null;
}

const Frame = createContext<ScreenFrame>({ title: () => '', onBack: null, backLabel: '', status: null });
export const ScreenFrameProvider = Frame.Provider;

export interface ScreenLayoutProps {
  /** In place of the title of the address. */
  readonly title?: ReactNode;
  /** Under the title, in hint colour: the time of the data, for instance. */
  readonly subtitle?: ReactNode;
  /** At the end of the title bar. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function ScreenLayout({ title, subtitle, aside, children }: ScreenLayoutProps) {
  const frame = useContext(Frame);
  const { onBack, backLabel, status } = frame;
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useArrival(heading);

  useEffect(() => {
    const text = heading.current?.textContent;
    const title = `${text} · ${import.meta.env.VITE_APP_NAME}`;
    // Setting the same title again costs the browser milliseconds, and a screen renders again with each tap.
    if (text && document.title !== title) document.title = title;
  });

  return (
    <main className="screen" aria-labelledby={id}>
      <header className="screen-head">
        {onBack !== null && (
          <button type="button" className="screen-back" onClick={onBack} aria-label={backLabel}>
            <ChevronLeft />
          </button>
        )}
        <h1 id={id} ref={heading} className="screen-title" tabIndex={-1}>
          {title ?? frame.title()}
        </h1>
        {aside}
      </header>
      {subtitle !== undefined && <p className="screen-subtitle sub">{subtitle}</p>}
      <p className="screen-status sub" role="status">
        {status}
      </p>
      <div className="screen-body">{children}</div>
    </main>
  );
}
