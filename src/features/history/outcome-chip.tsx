/** What became of a record: the result in a word, its R, and the note. */
import { rOfRecord } from '#core/journal/r-of-record.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import { rText, rTone } from './record-r.ts';

export function OutcomeChip({ record }: { readonly record: DeviceRecord }) {
  const { t } = useTranslation('history');
  const { result = '', note = '' } = record.outcome ?? {};
  if (result === '' && note === '') return null;
  const r = rOfRecord(record);
  return (
    <span className="outcome-line">
      {result !== '' && (
        <span className={classNames('outcome-chip', `outcome-chip-${result}`)}>
          {t(`outcome.result.${result}`)}
          {r !== null && <span className={rTone(r)}> {rText(r)}</span>}
        </span>
      )}
      {note !== '' && (
        <span className="outcome-said sub" dir="auto">
          {note}
        </span>
      )}
    </span>
  );
}
