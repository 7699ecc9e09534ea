/** The outermost error boundary: catches a defect outside of every screen and offers the most helpful steps. */
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
    // The app's tree is gone, so Home needs a full page load.
    return <Defect error={error} onHome={() => location.assign('/index')} />;
  }
}
