/** A card that expands to show more, built on the native element. */
import { ChevronDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { painted } from './after-paint.ts';
import { classNames } from './class-names.ts';
import './disclosure.css';

export interface DisclosureProps {
  readonly title: ReactNode;
  readonly open?: boolean;
  readonly children: ReactNode;
}

export function Disclosure({ title, open, children }: DisclosureProps) {
  const [isTurned, setIsTurned] = useState(open === true);
  // The marker turns with the tap, since the content may take longer. A key press opens directly, as the next one may
  // follow at once.
  const toggle = (event: MouseEvent<HTMLElement>) => {
    if (event.detail === 0) return;
    event.preventDefault();
    const details = event.currentTarget.parentElement as HTMLDetailsElement;
    setIsTurned(!isTurned);
    void painted().then(() => {
      details.open = !isTurned;
    });
  };
  return (
    <details
      className={classNames('disclosure card', isTurned && 'disclosure-turned')}
      open={open}
      onToggle={(event) => setIsTurned(event.currentTarget.open)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary className="disclosure-title" onClick={toggle}>
        {title}
        <ChevronDown className="disclosure-mark" size={20} />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
