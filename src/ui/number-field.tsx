/** A field for one number, as a row of a grouped card: label left, figure right-aligned, unit at the end. */
import type { CompositionEvent, FormEvent, ReactNode } from 'react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { type Edit, edit, sanitizeTyping, tidy } from '#core/typing.ts';
import { classNames } from './class-names.ts';
import './number-field.css';

export interface NumberFieldProps {
  readonly label: string;
  readonly name: string;
  /** The text as typed, with or without groups; what cannot be a number shows as empty. */
  readonly value: string;
  /** Decimals that the field takes. */
  readonly decimals: number;
  /** Called with the text as shown, for every change. */
  readonly onChange: (text: string) => void;
  readonly unit?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  /** What is wrong with it, in words. */
  readonly error?: string | null | undefined;
  /** A button beside the label. */
  readonly action?: ReactNode;
  /** What the keyboard's Enter key says. */
  readonly enterKeyHint?: 'next' | 'done' | 'go';
}

export function NumberField(props: NumberFieldProps) {
  const { decimals, onChange, error } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** What the field showed, and where the caret was, just before the edit under way; null where the browser did not say. */
  const before = useRef<Edit | null>(null);
  /** A keyboard that composes owns the text until it is done: writing to the field would double its digits. */
  const [composed, setComposed] = useState<string | null>(null);
  const shown = composed ?? sanitizeTyping(props.value, decimals) ?? '';

  useLayoutEffect(() => {
    const field = input.current;
    if (field === null) return;
    const remember = (event: InputEvent) => {
      if (event.isComposing) return;
      before.current = { text: field.value, caret: caretBefore(field, event.inputType) };
    };
    field.addEventListener('beforeinput', remember);
    return () => field.removeEventListener('beforeinput', remember);
  }, []);

  const settle = (field: HTMLInputElement) => {
    const next = { text: field.value, caret: field.selectionStart ?? field.value.length };
    const result = edit(before.current ?? { text: shown, caret: shown.length }, next, decimals);
    // Written here and not by the next render, so that the caret never visits the end of the text.
    if (field.value !== result.text) field.value = result.text;
    if (field.selectionStart !== result.caret || field.selectionEnd !== result.caret) {
      field.setSelectionRange(result.caret, result.caret);
    }
    before.current = null;
    onChange(result.text);
  };

  const change = (event: FormEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) {
      setComposed(field.value);
      const accepted = sanitizeTyping(field.value, decimals);
      if (accepted !== null) onChange(accepted);
      return;
    }
    settle(field);
  };

  const compositionStart = (event: CompositionEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    before.current = { text: field.value, caret: field.selectionEnd ?? field.value.length };
  };

  const compositionEnd = (event: CompositionEvent<HTMLInputElement>) => {
    setComposed(null);
    settle(event.currentTarget);
  };

  const leave = () => {
    const tidied = tidy(shown);
    if (composed !== null) setComposed(null);
    if (tidied !== props.value) onChange(tidied);
  };

  return (
    <div className={classNames('number-field', error && 'number-field-wrong')}>
      <label className="number-field-label" htmlFor={id}>
        {props.label}
      </label>
      {props.action}
      <input
        ref={input}
        className="number-field-input"
        id={id}
        name={props.name}
        type="text"
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint={props.enterKeyHint}
        placeholder={props.placeholder}
        required={props.required}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        value={shown}
        onChange={change}
        onCompositionStart={compositionStart}
        onCompositionEnd={compositionEnd}
        onBlur={leave}
      />
      {props.unit !== undefined && (
        <span className="number-field-unit" aria-hidden="true">
          {props.unit}
        </span>
      )}
      {error && (
        <p className="number-field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * The caret as `edit` wants it: behind a selection that is about to be replaced; for Delete where it stands. A selection
 * that is deleted counts as deleted backwards, from its end.
 */
function caretBefore(field: HTMLInputElement, inputType: string): number {
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? start;
  return inputType === 'deleteContentForward' ? start : end;
}
