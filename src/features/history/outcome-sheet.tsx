/** Notes what became of a calculated trade. Every change is kept at once. */

import { useEffect, useId, useMemo, useState } from 'react';
import { canBeWon, tradeOfRecord } from '#core/calculators/trade-of-record.ts';
import { NO_OUTCOME, NOTE_LENGTH, RESULTS, type TradeOutcome } from '#core/journal/outcome.ts';
import { rOfRecord } from '#core/journal/r-of-record.ts';
import { PRICE_DECIMALS, tidy } from '#core/number-input.ts';
import { useDevice } from '#device/device-context.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { systemClock } from '#platform/clock.ts';
import { editKeeper } from '#platform/edit-keeper.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { rText, rTone } from './record-r.ts';
import './history.css';
import './journal.css';

/** What the server takes as a price. */
const PRICE = /^(?:\d{1,30}(?:\.\d{1,30})?)?$/;
/** The counter appears when so many characters are left. */
const FEW_LEFT = 60;

export interface OutcomeSheetProps {
  /** Null while the sheet is closed. */
  readonly record: DeviceRecord | null;
  /** The record in a few words. */
  readonly title: string;
  readonly onClose: () => void;
}

export function OutcomeSheet({ record, title, onClose }: OutcomeSheetProps) {
  const { t } = useTranslation('history');
  return (
    <Dialog
      open={record !== null}
      title={title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('outcome.done')}</Button>}
    >
      {record !== null && <OutcomeForm key={record.id} record={record} />}
    </Dialog>
  );
}

function OutcomeForm({ record }: { readonly record: DeviceRecord }) {
  const device = useDevice();
  const { t } = useTranslation('history');
  const toast = useToast();
  const noteId = useId();
  const [outcome, setOutcome] = useState(record.outcome ?? NO_OUTCOME);
  const keeper = useMemo(
    () =>
      editKeeper<Partial<TradeOutcome>>({
        userId: device.userId,
        subject: record.id,
        clock: systemClock,
        write: (change) => device.markOutcome(record.id, change),
        onFail: (error) => {
          console.error('Cannot keep an outcome', record.id, error);
          toast({ text: t('outcome.failed') });
        },
      }),
    [device, record.id, t, toast],
  );
  useEffect(() => () => void keeper.settled().then(device.sendEdits), [keeper, device]);
  const change = (part: Partial<TradeOutcome>) => {
    setOutcome((now) => ({ ...now, ...part }));
    keeper.keep(part);
  };
  const changePrice = (typed: string) => {
    const exitPrice = tidy(typed);
    if (!PRICE.test(exitPrice)) return;
    // The field shows what is typed, a bare point at its end too.
    setOutcome((now) => ({ ...now, exitPrice: typed }));
    keeper.keep({ exitPrice });
  };

  const { result, exitPrice, note } = outcome;
  const hasTrade = tradeOfRecord(record.calculationType, record.inputs) !== null;
  const r = rOfRecord({ ...record, outcome });
  const left = NOTE_LENGTH - note.length;
  const isEmpty = result === '' && exitPrice === '' && note === '';
  return (
    <>
      {/* A staking is neither won nor lost: it takes a note only. */}
      {canBeWon(record.calculationType) && (
        <fieldset className="outcome-results">
          <legend className="visually-hidden">{t('outcome.label')}</legend>
          {RESULTS.map((one) => (
            <label key={one} className={classNames('history-filter', `outcome-${one}`)}>
              <input
                type="radio"
                name="result"
                value={one}
                checked={one === result}
                onChange={() => change({ result: one })}
              />
              <span>{t(`outcome.result.${one}`)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {(result === 'won' || result === 'lost') && (
        <NumberField
          label={t('outcome.exitPrice')}
          name="exitPrice"
          value={exitPrice}
          decimals={PRICE_DECIMALS}
          {...(hasTrade && { placeholder: t(result === 'won' ? 'outcome.asTarget' : 'outcome.asStop') })}
          enterKeyHint="done"
          onChange={changePrice}
        />
      )}
      <p className="outcome-r" role="status">
        {r !== null && <strong className={rTone(r)}>{rText(r)}</strong>}
      </p>
      <div className="outcome-note">
        <label htmlFor={noteId}>{t('outcome.note')}</label>
        <textarea
          id={noteId}
          name="note"
          rows={3}
          maxLength={NOTE_LENGTH}
          value={note}
          placeholder={t('outcome.noteHint')}
          onChange={({ target }) => change({ note: target.value.slice(0, NOTE_LENGTH) })}
        />
        {left <= FEW_LEFT && <span className="sub">{t('outcome.left', { count: left })}</span>}
      </div>
      {!isEmpty && (
        <Button variant="quiet" small onClick={() => change(NO_OUTCOME)}>
          {t('outcome.clear')}
        </Button>
      )}
    </>
  );
}
