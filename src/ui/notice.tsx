/** A message in the flow of a screen: the event, the safe data, and the button to press. */
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './notice.css';

export interface NoticeProps {
  readonly tone?: 'info' | 'warn' | 'error';
  readonly children: ReactNode;
  /** The one step that solves the problem. */
  readonly action?: ReactNode;
}

const ICONS = { info: Info, warn: TriangleAlert, error: CircleAlert };

export function Notice({ tone = 'info', children, action }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={classNames('notice', `notice-${tone}`)} role={tone === 'error' ? 'alert' : 'note'}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <div className="notice-text">
        {children}
        {action && <div className="notice-action">{action}</div>}
      </div>
    </div>
  );
}
