/** The five checks as a chain: each link lights when it is checked, and the line leads on only from one that is right. */
import { Check, Minus, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Link, LinkVerdict, TotalVerdict } from '#device/proof-model.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { shownSum } from '#i18n/published-figures.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import type { Links } from './use-check.ts';

const ORDER = ['leaf', 'path', 'entry', 'signed', 'consistent'] as const satisfies readonly Link[];
const ICONS = { ok: Check, fault: X, open: Minus };

export interface ChainProps {
  readonly links: Links;
  /** For the details of the links; null while they are checked. */
  readonly verdict: TotalVerdict | null;
}

export function Chain({ links, verdict }: ChainProps) {
  const { t } = useTranslation('proof');
  return (
    <ol className="chain" aria-label={t('chain')}>
      {ORDER.map((link, place) => (
        <ChainLink key={link} link={link} place={place} judged={links[link]} verdict={verdict} />
      ))}
    </ol>
  );
}

interface ChainLinkProps {
  readonly link: Link;
  readonly place: number;
  readonly judged: LinkVerdict | undefined;
  readonly verdict: TotalVerdict | null;
}

function ChainLink({ link, place, judged, verdict }: ChainLinkProps) {
  const { t } = useTranslation('proof');
  const state = judged?.state ?? 'waiting';
  const Icon = judged === undefined ? null : ICONS[judged.state];
  return (
    <li
      className={classNames('chain-link', `chain-${state}`)}
      style={{ '--place-in-chain': place } as CSSProperties}
    >
      <span className="chain-mark" aria-hidden="true">
        {Icon === null ? place + 1 : <Icon size={18} strokeWidth={2.5} />}
      </span>
      <div className="chain-text">
        <p className="chain-title">
          {t(`link.${link}.title`)}{' '}
          {state !== 'fault' && <span className="visually-hidden">{t(`state.${state}`)}</span>}
        </p>
        <p className="sub">
          <Detail link={link} judged={judged} verdict={verdict} />
        </p>
      </div>
    </li>
  );
}

function Detail({ link, judged, verdict }: Omit<ChainLinkProps, 'place'>) {
  const { t } = useTranslation('proof');
  if (judged?.state === 'open') return t(`open.${judged.why}`);
  if (judged?.state === 'fault') return <span className="loss">{t('state.fault')}</span>;
  if (judged === undefined || verdict === null) return t(`link.${link}.what`);
  const { leaf, witnesses } = verdict;
  if (link === 'leaf' && leaf !== null)
    return t('link.leaf.ok', { points: shownSum(leaf.total), seq: wholeNumber(leaf.seq) });
  if (link === 'signed' && witnesses.length > 0)
    return t('link.signed.ok_witnesses', { count: witnesses.length });
  return t(`link.${link}.ok`);
}
