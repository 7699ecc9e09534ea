/** One result: a label, and a figure that a tap copies. */
import type { ReactNode } from 'react';
import { shownNumber } from '#i18n/numbers.ts';
import type { Texts } from '#i18n/types.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#platform/clipboard.ts';
import { useHost } from '#platform/host-context.tsx';
import { classNames } from '#ui/class-names.ts';
import { useToast } from '#ui/toast.tsx';
import { sideOf } from './side.ts';
import './figure.css';

export type FigureName = Exclude<keyof Texts['calculators']['figure'], 'exact'>;

export interface FigureProps {
  /** The result's name, which has a text. */
  readonly name: FigureName;
  /** Plain digits, or a ratio. */
  readonly text: string;
  /** The exact figure as plain digits, if `text` hides too much of it: it is shown too, and a tap copies it. */
  readonly exact?: string | null;
  readonly unit?: string;
  /** Colours the figure and shows its sign; gain and loss only. */
  readonly signed?: boolean;
  readonly tone?: 'warn';
  /** An estimate. */
  readonly about?: boolean;
  readonly size?: 'large' | 'pill';
  /** The label is for screen readers only. */
  readonly labelHidden?: boolean;
}

export function Figure(props: FigureProps) {
  const { t } = useTranslation('calculators');
  const { name, text, exact = null, unit, size } = props;
  const side = props.signed ? sideOf(text) : undefined;
  return (
    <CopyButton
      text={exact ?? text}
      className={classNames('fig', size && `fig-${size}`, side ?? props.tone, side && `fig-${side}`)}
    >
      <span className={props.labelHidden ? 'visually-hidden' : 'fig-label'}>{t(`figure.${name}`)}</span>
      <span className="fig-value">
        {props.about && <span aria-hidden="true">≈ </span>}
        {side === 'gain' && <span aria-hidden="true">+</span>}
        <output name={name}>{size === 'large' ? <Large text={text} /> : shownNumber(text)}</output>
        {unit !== undefined && <span className="fig-unit">{unit}</span>}
        {exact !== null && (
          <span className="fig-unit">{t('figure.exact', { figure: shownNumber(exact) })}</span>
        )}
      </span>
    </CopyButton>
  );
}

export interface CopyButtonProps {
  /** The copied text: plain digits, which other programs can read. */
  readonly text: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button around any figure that copies it. */
export function CopyButton({ text, className, children }: CopyButtonProps) {
  const { t } = useTranslation('calculators');
  const toast = useToast();
  const host = useHost();
  const copy = async () => {
    const copied = await copyText(text);
    host.haptic(copied ? 'selection' : 'error');
    toast({ text: copied ? t('copy.done', { figure: text }) : t('copy.failed') });
  };
  return (
    <button type="button" className={className} title={t('copy.hint')} onClick={copy}>
      {children}
    </button>
  );
}

/** A number, or a ratio: `3.24:1` with a quiet `:1`. */
function Large({ text }: { readonly text: string }) {
  const [left, right] = text.split(':');
  if (right === undefined) return shownNumber(text);
  return (
    <>
      {left}
      <span className="fig-quiet">:{right}</span>
    </>
  );
}
