/** The last net: a defect outside of every screen. Says so, and offers the steps that mend most. */
import { Component, type ReactNode } from 'react';
import { Defect } from './defect.tsx';

interface State {
  readonly error: unknown;
}

export class Boundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    // Nothing of the app stands any more: Home is a page of its own.
    return <Defect error={error} onHome={() => location.assign('/index')} />;
  }
}
