/** The threshold of one coin: set, changed or removed. An invalid one shows an error and changes nothing. */
import { type FormEvent, useRef, useState } from 'react';
import { MAX_COIN_ALERTS, THRESHOLD_DIGITS } from '#core/contract/settings.ts';
import { usdPriceDigits, usdText } from '#core/market/format.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { readThreshold } from './threshold.ts';

export interface AlertFormProps {
  /** Of `alertKey`. */
  readonly coin: string;
  readonly symbol: string;
  readonly name: string;
  /** USD; null if none is set. */
  readonly threshold: string | null;
  /** The bot may not write, so an alert would not arrive. */
  readonly isMute: boolean;
  /** Price in the last market snapshot, USD; null if it is missing there. */
  readonly price: string | null;
  readonly isSample: boolean;
  /** No further coin can have an alert. */
  readonly isFull?: boolean;
  /** Null removes it. Resolves to false if it stays unchanged. */
  readonly onSet: (threshold: string | null) => Promise<boolean>;
}

export function AlertForm(props: AlertFormProps) {
  const { coin, symbol, name, threshold, isMute, price, isSample, isFull = false, onSet } = props;
  const { t } = useTranslation('notifications');
  const submit = useRef<HTMLButtonElement>(null);
  /** Null while the field shows the current threshold. */
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<'missing' | 'long' | 'full' | 'refused' | null>(null);
  const values = { coin: name };

  function set(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const read = readThreshold(typed ?? threshold ?? '');
    setFault(read.ok ? null : read.fault);
    if (!read.ok) {
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    if (isFull && threshold === null) setFault('full');
    else void take(read.threshold);
  }

  /** A rejected text stays in the field, and so does text typed meanwhile. */
  async function take(wanted: string): Promise<void> {
    const isTaken = await onSet(wanted);
    if (isTaken) setTyped((newest) => (newest === typed ? null : newest));
    setFault(isTaken ? null : 'refused');
  }

  function remove(): void {
    setTyped(null);
    setFault(null);
    void onSet(null);
    // The pressed button disappears.
    submit.current?.focus();
  }

  return (
    <form className="alert" name={`alert-${coin}`} noValidate onSubmit={set}>
      <NumberField
        name={`alert-${coin}`}
        label={`${name} (${symbol})`}
        unit="USD"
        decimals={THRESHOLD_DIGITS.decimals}
        placeholder={t('alert.price')}
        enterKeyHint="done"
        value={typed ?? threshold ?? ''}
        onChange={(text) => {
          setTyped(text);
          setFault(null);
        }}
        error={fault === null ? null : t(`alert.${fault}`, { count: MAX_COIN_ALERTS })}
      />
      <div className="alert-foot">
        <p className="sub">
          <span role="status">
            {threshold === null ? t('alert.off') : t('alert.on', { price: inUsd(threshold) })}
            {threshold !== null && isMute && <span className="alert-mute warn">{t('alert.mute')}</span>}
          </span>
          {price !== null &&
            `${threshold !== null && isMute ? '' : ' · '}${t(isSample ? 'alert.sample' : 'alert.now', { price: inUsd(usdPriceDigits(price)) })}`}
        </p>
        {threshold !== null && (
          <Button small variant="plain" aria-label={t('alert.removeOf', values)} onClick={remove}>
            {t('alert.remove')}
          </Button>
        )}
        <Button
          small
          variant="quiet"
          type="submit"
          ref={submit}
          aria-label={t(threshold === null ? 'alert.setOf' : 'alert.changeOf', values)}
        >
          {t(threshold === null ? 'alert.set' : 'alert.change')}
        </Button>
      </div>
    </form>
  );
}

function inUsd(digits: string): string {
  return usdText(digits, shownLanguage());
}
