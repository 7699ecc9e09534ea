/** Leaves out a part of a screen that has a defect: the rest of the screen stays. React reports the defect. */
import { Component, type ReactNode } from 'react';

interface State {
  readonly hasDefect: boolean;
}

export class PartBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasDefect: false };

  static getDerivedStateFromError(): State {
    return { hasDefect: true };
  }

  override render(): ReactNode {
    return this.state.hasDefect ? null : this.props.children;
  }
}
