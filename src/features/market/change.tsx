/** A change in percent: coloured, and never by colour alone. */
import { classNames } from '#ui/class-names.ts';
import { changeOf } from './overview.ts';

export function Change({ text, pill }: { readonly text: string; readonly pill?: boolean }) {
  const { tone, text: shown } = changeOf(text);
  return <span className={classNames('change', tone, pill && `pill pill-${tone}`)}>{shown}</span>;
}
