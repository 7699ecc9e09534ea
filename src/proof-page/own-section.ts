/** What the reader brings: a saved proof, a passport, or a checkpoint that they kept. */
import { dayText, pointsText, wholeText } from './amounts.ts';
import { button, section, verdict } from './card.ts';
import type { SavedResult } from './checks.ts';
import { element } from './element.ts';
import { comparisonOf, type OwnState, type View } from './state.ts';

export function ownSection(view: View): HTMLElement {
  const { t, own } = view;
  return section('own', t('proof-page:own.title'), chooser(view), resultOf(view, own));
}

/** The same in a sentence, for readers who hear the page. */
export function saidOfOwn({ t }: View, own: OwnState): string {
  switch (own.type) {
    case 'none':
      return '';
    case 'proof':
      return own.result.ok
        ? t('proof-page:own.good')
        : `${t('proof-page:own.bad')}. ${t(`proof-page:proofFault.${own.result.error}`)}`;
    case 'checkpoint':
      return t('proof-page:own.kept', { size: own.known.checkpoint.size });
    default:
      return t(`proof-page:own.${own.type}`);
  }
}

function chooser({ t, open, scan }: View): HTMLElement {
  const input = element('input', {
    type: 'file',
    class: 'visually-hidden',
    onchange: () => {
      const file = input.files?.[0];
      // The same file may be chosen again.
      input.value = '';
      if (file !== undefined) open(file);
    },
  });
  const pasted = element('textarea', { rows: '2', autocomplete: 'off', spellcheck: 'false' });
  return element(
    'div',
    { class: 'card' },
    element('p', { id: 'own-about' }, t('proof-page:own.about')),
    element(
      'p',
      { class: 'actions' },
      element('label', { class: 'button button-primary' }, input, t('proof-page:own.choose')),
      button(t('proof-page:own.camera'), scan),
      element('span', { class: 'sub drop-hint' }, t('proof-page:own.drop')),
    ),
    element('label', { class: 'pasted' }, element('span', {}, t('proof-page:own.paste')), pasted),
    element(
      'p',
      { class: 'actions' },
      button(t('proof-page:own.check'), () => open(new Blob([pasted.value]))),
    ),
  );
}

function resultOf(view: View, own: OwnState): HTMLElement | null {
  const { t, log } = view;
  switch (own.type) {
    case 'none':
      return null;
    case 'proof':
      return own.result.ok
        ? goodProof(
            view,
            own.result.value,
            own.known === null ? null : t(`proof-page:own.${comparisonOf(log, own.known)}`),
          )
        : verdict('bad', t('proof-page:own.bad'), t(`proof-page:proofFault.${own.result.error}`));
    case 'checkpoint': {
      const { known } = own;
      const compared = comparisonOf(log, known);
      const kind = compared === 'sameLog' ? 'good' : compared === 'otherLog' ? 'bad' : 'unknown';
      const meaning =
        compared === 'sameLog' ? t('proof-page:own.keptMeaning') : t(`proof-page:own.${compared}`);
      return verdict(kind, t('proof-page:own.kept', { size: known.checkpoint.size }), meaning);
    }
    case 'reading':
      return element('p', { class: 'card', 'aria-busy': 'true' }, t('proof-page:own.reading'));
    case 'watching':
      return element(
        'div',
        { class: 'card' },
        element('p', {}, t('proof-page:own.watching')),
        own.video,
        element('p', { class: 'actions' }, button(t('proof-page:own.stop'), own.stop)),
      );
    case 'unpinned':
      return verdict('unknown', t('proof-page:own.unpinned'));
    default:
      return verdict('unknown', t(`proof-page:own.${own.type}`), t(`proof-page:own.${own.type}Meaning`));
  }
}

function goodProof(
  { t, language }: View,
  { total, seq, entry, checkpoint, witnesses }: Extract<SavedResult, { ok: true }>['value'],
  compared: string | null,
): HTMLElement {
  return verdict(
    'good',
    t('proof-page:own.good'),
    element(
      'p',
      { class: 'figure' },
      element(
        'span',
        { class: 'figure-value rich' },
        t('proof-page:own.total', { total: pointsText(total, language) }),
      ),
      ' ',
      element(
        'span',
        { class: 'sub' },
        t('proof-page:own.totalAt', { day: dayText(entry.day, language), seq }),
      ),
    ),
    t('proof-page:own.proves', {
      users: wholeText(entry.users, language),
      total: pointsText(BigInt(entry.total), language),
    }),
    t('proof-page:own.signedBy', { names: [checkpoint.origin, ...witnesses].join(', ') }),
    t('proof-page:own.notProven'),
    compared,
  );
}
