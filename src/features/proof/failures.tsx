/** What went wrong or could not be checked: what it means, what to do, and the evidence. */
import type { LinkVerdict, TotalWatch } from '#device/proof-model.ts';
import { shownDay } from '#i18n/published-figures.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Links } from './use-check.ts';
import { useSave } from './use-save.ts';

const ORDER = ['leaf', 'path', 'entry', 'signed', 'consistent'] as const;
type Fault = Extract<LinkVerdict, { state: 'fault' }>['fault'];
const WITHHELD: readonly Extract<LinkVerdict, { state: 'open' }>['why'][] = ['behind', 'log'];

export function Failures({ links }: { readonly links: Links }) {
  return ORDER.map((link) => {
    const judged = links[link];
    return judged?.state === 'fault' && <Failure key={link} link={link} fault={judged.fault} />;
  });
}

function Failure({ link, fault }: { readonly link: (typeof ORDER)[number]; readonly fault: Fault }) {
  const { t } = useTranslation('proof');
  const { saveEvidence } = useSave();
  return (
    <Notice tone="error" buttons={[{ label: t('evidence.save'), onPress: saveEvidence, variant: 'quiet' }]}>
      <h2 className="proof-failure">{t(`link.${link}.title`)}</h2>
      <dl className="proof-advice">
        <dt>{t('means')}</dt>
        <dd>{t(`fault.${fault}.means`)}</dd>
        <dt>{t('do')}</dt>
        <dd>{t(`fault.${fault}.do`)}</dd>
      </dl>
    </Notice>
  );
}

/** Checks that stay open if a server keeps something back: what was seen is evidence then. A failure offers it itself. */
export function OpenEvidence({ links }: { readonly links: Links }) {
  const { t } = useTranslation('proof');
  const { saveEvidence } = useSave();
  const judged = Object.values(links);
  const isWithheld = judged.some((one) => one.state === 'open' && WITHHELD.includes(one.why));
  if (!isWithheld || judged.some(({ state }) => state === 'fault')) return null;
  return (
    <Button variant="quiet" wide onClick={() => void saveEvidence()}>
      {t('evidence.save')}
    </Button>
  );
}

/** A signed total that was wrong stays, whatever the server shows later. */
export function WrongNotice({ wrong }: { readonly wrong: TotalWatch['wrong'][number] }) {
  const { t } = useTranslation('proof');
  const { saveEvidence } = useSave();
  return (
    <Notice tone="warn" buttons={[{ label: t('evidence.save'), onPress: saveEvidence, variant: 'quiet' }]}>
      {t('wrongSeen', { time: timeOfDay(wrong.at), day: shownDay(wrong.day) })}
    </Notice>
  );
}

/** A fork that was seen once stays, whatever the server shows later. */
export function ForkNotice({ fork }: { readonly fork: NonNullable<TotalWatch['fork']> }) {
  const { t } = useTranslation('proof');
  const { saveEvidence } = useSave();
  return (
    <Notice tone="error" buttons={[{ label: t('evidence.save'), onPress: saveEvidence, variant: 'quiet' }]}>
      {t(`forkSeen.${fork.from}`, { time: timeOfDay(fork.at) })}
    </Notice>
  );
}
