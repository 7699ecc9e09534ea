/** A change in percent: a caret for its sign, a colour, and a word for screen readers. */
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import { changeOf } from './figures.ts';

const CARETS = { gain: 'M4 1 8 8H0z', loss: 'M0 1h8L4 8z', even: null } as const;

export function Change({ text, pill }: { readonly text: string; readonly pill?: boolean }) {
  const { t } = useTranslation('market');
  const { tone, text: shown } = changeOf(text);
  const caret = CARETS[tone];
  return (
    <span className={classNames('change', tone, pill && `pill pill-${tone}`)}>
      {caret !== null && (
        <svg viewBox="0 0 8 9" aria-hidden="true">
          <path d={caret} fill="currentColor" />
        </svg>
      )}
      {tone !== 'even' && <span className="visually-hidden">{t(tone === 'gain' ? 'up' : 'down')} </span>}
      {shown}
    </span>
  );
}
