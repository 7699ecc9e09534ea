/** Notes what became of a calculated trade. Every change is kept at once. */

import { useEffect, useId, useMemo, useState } from 'react';
import { canBeWon, tradeOfRecord } from '#core/calculators/trade-of-record.ts';
import {
  limitNote,
  NO_OUTCOME,
  NOTE_LENGTH,
  OUTCOME_FIELDS,
  RESULTS,
  type TradeOutcome,
} from '#core/journal/outcome.ts';
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
import { Notice } from '#ui/notice.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
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

function OutcomeForm({ record: opened }: { readonly record: DeviceRecord }) {
  const device = useDevice();
  const { t } = useTranslation('history');
  const toast = useToast();
  const noteId = useId();
  const live = useLive(useMemo(() => device.live.record(opened.id), [device, opened.id]));
  /** As last known: of a record that is deleted meanwhile, all stays in sight. */
  const [record, setRecord] = useState(opened);
  if (live && live !== record) setRecord(live);
  const isGone = live === null;
  /** What the user changed in this sheet. All else follows the record. */
  const [own, setOwn] = useState<Partial<TradeOutcome>>({});
  const outcome: TradeOutcome = { ...NO_OUTCOME, ...record.outcome, ...own };
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
    setOwn((now) => ({ ...now, ...part }));
    keeper.keep(part);
  };
  const changePrice = (typed: string) => {
    const exitPrice = tidy(typed);
    if (!PRICE.test(exitPrice)) return;
    // The field shows what is typed, a bare point at its end too.
    setOwn((now) => ({ ...now, exitPrice: typed }));
    keeper.keep({ exitPrice });
  };
  const changeNote = (field: HTMLTextAreaElement) => {
    const caret = field.selectionEnd;
    const limited = limitNote(field.value, caret);
    if (limited !== field.value) {
      // Written here and not by the next render, so that the caret never jumps to the end.
      const after = field.value.length - caret;
      field.value = limited;
      field.setSelectionRange(limited.length - after, limited.length - after);
    }
    change({ note: limited });
  };

  const { result, exitPrice, note } = outcome;
  const hasTrade = tradeOfRecord(record.calculationType, record.inputs) !== null;
  const r = rOfRecord({ ...record, outcome });
  const left = NOTE_LENGTH - note.length;
  const filled = OUTCOME_FIELDS.filter((field) => outcome[field] !== '');
  /** Only what is shown: what another device has just noted stays. */
  const clear = () => change(Object.fromEntries(filled.map((field) => [field, ''])));
  return (
    <>
      {isGone && <Notice tone="error">{t('outcome.gone')}</Notice>}
      {/* A staking is neither won nor lost: it takes a note only. */}
      {canBeWon(record.calculationType) && (
        <fieldset className="outcome-results" disabled={isGone}>
          <legend className="visually-hidden">{t('outcome.label')}</legend>
          {RESULTS.map((one) => (
            <label key={one} className={classNames('filter-chip', `outcome-${one}`)}>
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
        <fieldset disabled={isGone}>
          <NumberField
            label={t('outcome.exitPrice')}
            name="exitPrice"
            value={exitPrice}
            decimals={PRICE_DECIMALS}
            {...(hasTrade && { placeholder: t(result === 'won' ? 'outcome.asTarget' : 'outcome.asStop') })}
            enterKeyHint="done"
            onChange={changePrice}
          />
        </fieldset>
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
          // A note is read in its own direction.
          dir="auto"
          readOnly={isGone}
          value={note}
          placeholder={t('outcome.noteHint')}
          onChange={({ target }) => changeNote(target)}
        />
        {left <= FEW_LEFT && <span className="sub">{t('outcome.left', { count: left })}</span>}
      </div>
      {filled.length > 0 && !isGone && (
        <Button variant="quiet" small onClick={clear}>
          {t('outcome.clear')}
        </Button>
      )}
    </>
  );
}
