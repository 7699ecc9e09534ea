/** The content of a result's picture, in the wording of its calculator. */
import type { TFunction } from 'i18next';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { type RecordedInputs, recordedSymbol } from '#core/calculators/record-summary.ts';
import type { Picture } from '../definition.ts';
import { definitionOf } from '../registry.ts';

/** The shared part of a calculation: its inputs, from which all its figures follow. */
export interface SharedResult {
  readonly calculationType: CalculationType;
  readonly inputs: RecordedInputs;
}

export interface PictureContent extends Picture {
  readonly title: string;
}

/** Null without a result. */
export function contentOf(
  { calculationType, inputs }: SharedResult,
  t: TFunction<'calculators'>,
): PictureContent | null {
  const picture = definitionOf(calculationType).picture(inputs, t);
  if (picture === null) return null;
  const symbol = recordedSymbol(inputs);
  const name = t(`name.${calculationType}`);
  return { title: symbol === '' ? name : `${symbol} · ${name}`, ...picture };
}
