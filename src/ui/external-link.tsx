/** A link that leaves the app: a real link for screen readers and long presses, opened the host's way. */
import type { ComponentProps, MouseEvent } from 'react';

export interface ExternalLinkProps extends ComponentProps<'a'> {
  readonly href: string;
  readonly onOpen: (url: string) => void;
}

export function ExternalLink({ href, onOpen, rel = 'noopener noreferrer', ...rest }: ExternalLinkProps) {
  function open(event: MouseEvent): void {
    event.preventDefault();
    onOpen(href);
  }
  return <a {...rest} href={href} rel={rel} target="_blank" onClick={open} />;
}
