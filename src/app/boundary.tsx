/** The last net: a defect outside of every screen. Says so, and offers the one step that mends most. */
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
    return error === null ? this.props.children : <Defect error={error} />;
  }
}
