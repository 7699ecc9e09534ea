/** The last net: a defect outside of every screen. Says so, and offers the one step that mends most. */
import { Component, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';

interface State {
  readonly failed: boolean;
}

export class Boundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const { t } = useTranslation();
  return (
    <main className="screen">
      <h1 className="screen-title">{t('error.title')}</h1>
      <p>{t('error.text')}</p>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        {t('reload')}
      </button>
    </main>
  );
}
