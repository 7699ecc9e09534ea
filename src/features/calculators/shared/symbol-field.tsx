/** The coin of a calculation: its symbol, typed or picked with its price. */
import { useId, useState } from 'react';
import { readSymbol } from '#core/trade-symbol.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { CoinPicker, type PickedCoin } from './coin-picker.tsx';
import '#ui/number-field.css';

export interface SymbolFieldProps {
  readonly value: string;
  readonly onChange: (symbol: string) => void;
  readonly onPick: (coin: PickedCoin) => void;
  /** The field whose turn it is after a pick. */
  readonly next?: string;
}

export function SymbolField({ value, onChange, onPick, next }: SymbolFieldProps) {
  const { t } = useTranslation('calculators');
  const id = useId();
  // The text as typed, until the field is left: a composing keyboard would double letters that are written back.
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && readSymbol(typed) !== typed.trim().toUpperCase();
  return (
    <div className="number-field">
      <label className="number-field-label" htmlFor={id}>
        {t('field.symbol')}
      </label>
      <CoinPicker onPick={onPick} next={next} />
      <input
        className="number-field-input symbol-input"
        id={id}
        name="symbol"
        type="text"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        placeholder="BTC"
        value={typed ?? value}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onChange(readSymbol(event.currentTarget.value));
        }}
        onBlur={() => setTyped(null)}
      />
      <span className="number-field-unit" aria-hidden="true" />
      {isWrong && (
        <p className="number-field-error" role="alert">
          {t('symbolWrong')}
        </p>
      )}
    </div>
  );
}
