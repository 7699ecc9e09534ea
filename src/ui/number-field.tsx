/** A field for one number, as a row of a grouped card: label left, figure right-aligned, unit at the end. */
import type { ClipboardEvent, DragEvent, FormEvent, ReactNode } from 'react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import {
  applyInput,
  applyPaste,
  beginComposition,
  type Composition,
  composedValue,
  composeInput,
  endComposition,
  type FieldEdit,
  type FieldInput,
  type FieldState,
  fieldText,
  tidy,
  typedDigits,
} from '#core/number-input.ts';
import { classNames } from './class-names.ts';
import { useNumberWords } from './number-words.ts';
import { useSelectOnFocus } from './select-on-focus.ts';
import './number-field.css';

export interface NumberFieldProps {
  readonly label: string;
  readonly name: string;
  /** Plain digits with a decimal point; anything that is not a number shows as empty. */
  readonly value: string;
  /** Decimals that the field accepts. */
  readonly decimals: number;
  /** Called with plain digits, for every change. While the user types, decimals after the point may be missing. */
  readonly onChange: (value: string) => void;
  readonly unit?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  /** The error in words. */
  readonly error?: string | null | undefined;
  /** A button beside the label. */
  readonly action?: ReactNode;
  /** The label of the keyboard's Enter key. */
  readonly enterKeyHint?: 'next' | 'done' | 'go';
}

export function NumberField(props: NumberFieldProps) {
  const { decimals, onChange, error } = props;
  const { language, pasteRefused } = useNumberWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const selecting = useSelectOnFocus(input);
  const format = { language, decimals };
  /** The field just before the current edit; null if the browser gave no event. */
  const before = useRef<FieldState | null>(null);
  /** A composing keyboard owns the text until it ends: writing to the field would double its digits. */
  const composition = useRef<Composition | null>(null);
  const [composed, setComposed] = useState<string | null>(null);
  /** The value at the last refused paste, and the number of refusals. */
  const [refusal, setRefusal] = useState<{ readonly value: string; readonly count: number } | null>(null);
  const shown = composed ?? fieldText(props.value, format);
  const isRefused = refusal?.value === props.value && composed === null;

  // React has no event that passes this browser event on unchanged.
  useLayoutEffect(() => {
    const field = input.current;
    if (field === null) return;
    const remember = (event: InputEvent) => {
      if (!event.isComposing) before.current = stateOf(field);
    };
    field.addEventListener('beforeinput', remember);
    return () => field.removeEventListener('beforeinput', remember);
  }, []);

  const compose = (next: Composition | null) => {
    composition.current = next;
    setComposed(next?.text ?? null);
  };

  const settle = (field: HTMLInputElement, edit: FieldEdit) => {
    // Written here and not by the next render, so that the caret never jumps to the end of the text.
    if (field.value !== edit.text) field.value = edit.text;
    if (field.selectionStart !== edit.start || field.selectionEnd !== edit.end) {
      field.setSelectionRange(edit.start, edit.end);
    }
    before.current = null;
    setRefusal(
      edit.isPasteRefused ? (last) => ({ value: props.value, count: (last?.count ?? 0) + 1 }) : null,
    );
    if (!edit.isPasteRefused) onChange(edit.value);
  };

  const change = (event: FormEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const made = inputOf(field, event.nativeEvent);
    const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
    if (composition.current !== null && isComposing) {
      const next = composeInput(composition.current, made);
      compose(next);
      const value = composedValue(next, format);
      if (value !== null) onChange(value);
      return;
    }
    // Text that a script inserts has no event before it: the caret shows where.
    const was = before.current ?? { text: shown, start: shown.length, end: shown.length };
    settle(field, applyInput(was, made, format));
  };

  const compositionEnd = (field: HTMLInputElement) => {
    if (composition.current === null) return;
    // Some engines end it before the last input event.
    const last = composeInput(composition.current, inputOf(field, null));
    compose(null);
    settle(field, endComposition(last, field.selectionStart ?? field.value.length, format));
  };

  const paste = (event: ClipboardEvent<HTMLInputElement> | DragEvent<HTMLInputElement>, text: string) => {
    event.preventDefault();
    const field = event.currentTarget;
    field.focus();
    compose(null);
    settle(field, applyPaste(stateOf(field), text, format));
  };

  const leave = () => {
    compose(null);
    // The message goes with the next click: earlier, it would move the button that this click is meant for.
    if (refusal !== null) window.addEventListener('click', () => setRefusal(null), { once: true });
    const tidied = tidy(typedDigits(props.value, decimals));
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
        onPaste={(event) => paste(event, event.clipboardData.getData('text/plain'))}
        onDrop={(event) => paste(event, event.dataTransfer.getData('text/plain'))}
        onCompositionStart={(event) => compose(beginComposition(stateOf(event.currentTarget), format))}
        onCompositionEnd={(event) => compositionEnd(event.currentTarget)}
        {...selecting}
        onBlur={() => {
          selecting.onBlur();
          leave();
        }}
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
      {isRefused && (
        // A new element for each refusal, so that screen readers read each one out.
        <p key={refusal.count} className="number-field-error" role="alert">
          {pasteRefused}
        </p>
      )}
    </div>
  );
}

function stateOf(field: HTMLInputElement): FieldState {
  const end = field.selectionEnd ?? field.value.length;
  return { text: field.value, start: field.selectionStart ?? end, end };
}

function inputOf(field: HTMLInputElement, event: Event | null): FieldInput {
  const isKnown = event instanceof InputEvent;
  return {
    text: field.value,
    caret: field.selectionStart ?? field.value.length,
    inputType: isKnown ? event.inputType : '',
    data: isKnown ? event.data : null,
  };
}
