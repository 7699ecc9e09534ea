/** The verdict on the whole log, who has signed it, and the checkpoint to keep. */
import { LANGUAGES } from '#core/languages.ts';
import { toHex } from '#core/proof/bytes.ts';
import { saveFile } from '#platform/save-file.ts';
import { dayText, missingDays, wholeText } from './amounts.ts';
import { button, section, verdict } from './card.ts';
import { element } from './element.ts';
import type { LogState, View } from './state.ts';

type Good = Extract<LogState, { type: 'good' }>;
type Fault = Extract<LogState, { type: 'fault' }>;

export function logSection(view: View): HTMLElement {
  const { t, log } = view;
  return section('log', t('proof-page:log.title'), ...contentOf(view, log));
}

/** The same in a sentence, for readers who hear the page. */
export function saidOfLog({ t }: View, log: LogState): string {
  if (log.type === 'checking') return t('proof-page:log.checking');
  if (log.type === 'good') return goodTitle(t, log);
  if (log.type === 'fault' && isBare(log)) return t('proof-page:log.bare');
  if (log.type === 'fault') return `${t('proof-page:log.failed')}. ${faultText(t, log)}`;
  return t(`proof-page:log.${log.type}`);
}

/** Moves the bar of a running check. */
export function showProgress({ t }: View, done: number, of: number): void {
  const bar = document.querySelector<HTMLProgressElement>('#log progress');
  const text = document.querySelector('#log .progress-text');
  if (bar === null || text === null || of === 0) return;
  bar.max = of;
  bar.value = done;
  text.textContent = t('proof-page:log.progress', { done, of });
}

function contentOf(view: View, log: LogState): (Node | null)[] {
  const { t, checkAgain } = view;
  const again = () => element('p', { class: 'actions' }, button(t('proof-page:log.again'), checkAgain));
  switch (log.type) {
    case 'unpublished':
      return [verdict('unknown', t('proof-page:log.unpublished'), t('proof-page:log.unpublishedMeaning'))];
    case 'misbuilt':
      return [verdict('bad', t('proof-page:log.misbuilt'), t('proof-page:log.misbuiltMeaning'))];
    case 'checking':
      return [
        element(
          'div',
          { class: 'card', 'aria-busy': 'true' },
          element('h3', {}, t('proof-page:log.checking')),
          element('progress', { 'aria-label': t('proof-page:log.checking') }),
          element('p', { class: 'sub progress-text' }),
        ),
      ];
    case 'unreachable':
      return [
        verdict(
          'unknown',
          t('proof-page:log.unreachable'),
          t('proof-page:log.unreachableMeaning', { file: log.file }),
          again(),
        ),
      ];
    case 'fault':
      if (isBare(log))
        return [verdict('unknown', t('proof-page:log.bare'), t('proof-page:log.bareMeaning'), again())];
      return [verdict('bad', t('proof-page:log.failed'), faultText(t, log), whatNow(view, log), again())];
    case 'good':
      return [goodVerdict(view, log, again()), signers(view, log), keep(view, log)];
  }
}

function goodVerdict({ t, language }: View, log: Good, again: Node): HTMLElement {
  const time = new Intl.DateTimeFormat(LANGUAGES[language].locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(log.checkedAt);
  return verdict(
    'good',
    goodTitle(t, log),
    log.known === null ? null : t('proof-page:log.extends', { size: log.known.checkpoint.size }),
    log.value.entries.length === 0 ? null : t('proof-page:log.goodMeaning'),
    lateText(t, language, log),
    element('p', { class: 'sub' }, t('proof-page:log.checkedAt', { time })),
    again,
  );
}

/** Null where no day is missing by the reader's clock. */
function lateText(t: View['t'], language: View['language'], { value, checkedAt }: Good): string | null {
  const newest = value.entries.at(-1)?.day;
  const count = newest === undefined ? 0 : missingDays(newest, checkedAt);
  if (newest === undefined || count === 0) return null;
  return t('proof-page:log.late', { count, day: dayText(newest, language) });
}

function goodTitle(t: View['t'], { value }: Good): string {
  const count = value.entries.length;
  return count === 0 ? t('proof-page:log.empty') : t('proof-page:log.good', { count });
}

/** There is no checkpoint, and the reader has none either: so it is before the end of the first day. */
function isBare({ error, known }: Fault): boolean {
  return error.fault === 'missing' && error.at === 'checkpoint' && known === null;
}

function faultText(t: View['t'], { error: { fault, at } }: Fault): string {
  return t(`proof-page:fault.${fault}`, { at });
}

function whatNow({ t }: View, { error, known, note }: Fault): HTMLElement {
  if (error.fault !== 'fork' || known === null) return element('p', {}, t('proof-page:whatNow.network'));
  const parts = [known.note, note, ...(error.hashes ?? []).map(toHex)];
  const save = () => saveFile('irich-two-checkpoints.txt', parts.join('\n'), 'text/plain');
  return element(
    'div',
    {},
    element('p', {}, t('proof-page:whatNow.evidence')),
    element('p', { class: 'actions' }, button(t('proof-page:whatNow.saveBoth'), save, 'primary')),
  );
}

function signers({ t, pins, language }: View, { value }: Good): HTMLElement {
  const witnesses = pins?.witnesses.map(({ name }) => name) ?? [];
  const line = (name: string, role: string, hasSigned: boolean) =>
    element(
      'li',
      { class: 'row' },
      element('span', { class: 'verdict-sign', 'aria-hidden': 'true' }, hasSigned ? '✓' : '–'),
      element(
        'span',
        { class: 'row-text' },
        element('span', { class: 'name' }, name),
        ' ',
        element('span', { class: 'sub' }, role),
      ),
    );
  return element(
    'div',
    { class: 'card' },
    element('h3', {}, t('proof-page:signers.title')),
    element(
      'ul',
      {},
      line(value.checkpoint.origin, t('proof-page:signers.log'), true),
      ...witnesses.map((name) => {
        const hasSigned = value.witnesses.includes(name);
        const role = hasSigned ? t('proof-page:signers.witness') : t('proof-page:signers.unsigned');
        return line(name, role, hasSigned);
      }),
    ),
    element(
      'p',
      { class: 'sub' },
      witnesses.length === 0
        ? t('proof-page:signers.none')
        : t('proof-page:signers.quorum', {
            signed: wholeText(value.witnesses.length, language),
            all: wholeText(witnesses.length, language),
            least: wholeText(pins?.quorum ?? 0, language),
          }),
    ),
  );
}

function keep({ t }: View, { value, note }: Good): HTMLElement {
  const save = () => saveFile(`irich-checkpoint-${value.checkpoint.size}.txt`, note, 'text/plain');
  return element(
    'div',
    { class: 'card' },
    element('h3', {}, t('proof-page:keep.title')),
    element('p', {}, t('proof-page:keep.about')),
    element('p', { class: 'actions' }, button(t('proof-page:keep.button'), save)),
  );
}
