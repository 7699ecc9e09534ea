/** A card that opens to show more, as the native element for it. */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import './disclosure.css';

export interface DisclosureProps {
  readonly title: ReactNode;
  readonly open?: boolean;
  readonly children: ReactNode;
}

export function Disclosure({ title, open, children }: DisclosureProps) {
  return (
    <details className="disclosure card" open={open}>
      <summary className="disclosure-title">
        {title}
        <ChevronDown className="disclosure-mark" size={20} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
