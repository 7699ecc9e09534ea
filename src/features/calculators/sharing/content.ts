/** The content of a result's picture, in the wording of its calculator. */
import type { TFunction } from 'i18next';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { type RecordedInputs, recordedSymbol } from '#core/calculators/record-summary.ts';
import type { Line, Picture } from '../definition.ts';
import { definitionOf } from '../registry.ts';
import { directionText } from './picture-lines.ts';

/** The shared part of a calculation: its inputs, from which all its figures follow. */
export interface SharedResult {
  readonly calculationType: CalculationType;
  readonly inputs: RecordedInputs;
}

export interface PictureContent extends Picture {
  /** The coin, or the calculator where there is none. */
  readonly title: string;
  /** The calculator below a coin. */
  readonly subtitle: string | null;
  readonly direction: string | null;
}

/** Null without a result. @param hidesAmounts leaves out money and quantities; prices, ratios and percents stay. */
export function contentOf(
  { calculationType, inputs }: SharedResult,
  t: TFunction<'calculators'>,
  hidesAmounts = false,
): PictureContent | null {
  const picture = definitionOf(calculationType).picture(inputs, t);
  if (picture === null) return null;
  const symbol = recordedSymbol(inputs);
  const name = t(`name.${calculationType}`);
  return {
    ...(hidesAmounts ? withoutAmounts(picture) : picture),
    title: symbol === '' ? name : symbol,
    subtitle: symbol === '' ? null : name,
    direction: picture.positionType === null ? null : directionText(picture.positionType, t),
  };
}

/** The first figure that stays leads the picture. */
function withoutAmounts(picture: Picture): Picture {
  const { beside, ...rest } = picture;
  const [main, ...figures] = [picture.main, ...(beside ? [beside] : []), ...picture.figures].flatMap(shown);
  const inputs = picture.inputs.flatMap(shown);
  if (main !== undefined) return { ...rest, main, figures, inputs };
  const [first = { label: '', text: '' }, ...others] = inputs;
  return { ...rest, main: first, figures: [], inputs: others };
}

function shown(line: Line): readonly Line[] {
  if (line.isAmount !== true) return [line];
  return line.instead === undefined ? [] : [{ ...line, text: line.instead, isAmount: false }];
}

/** The same in words, for screen readers. */
export function describe({ title, direction, main, beside, chart, figures, inputs }: PictureContent): string {
  const marks = chart?.type === 'axis' ? chart.marks : [];
  const prices = marks.map(({ fullName, price }) => ({ label: fullName, text: price }));
  const lines = [main, ...(beside ? [beside] : []), ...prices, ...figures, ...inputs];
  const texts = lines.map(({ label, text }) => `${label} ${text}`);
  return [direction === null ? title : `${title}, ${direction}`, ...texts].join('; ');
}
