/** What is published of the day, for everybody, and since when this phone watches. */
import { Download } from 'lucide-react';
import type { TotalVerdict, TotalWatch } from '#device/proof-model.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { shownDay, shownSum } from '#i18n/published-figures.ts';
import { shownDate } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Row } from '#ui/row.tsx';
import { useSave } from './use-save.ts';

export interface PublishedCardProps {
  readonly verdict: TotalVerdict;
  readonly watch: TotalWatch;
}

export function PublishedCard({ verdict, watch }: PublishedCardProps) {
  const { t } = useTranslation('proof');
  const { saveProof } = useSave();
  const { entry, leaf, witnesses } = verdict;
  const { since, proof } = watch;
  return (
    <Card rows title={t('day.title')}>
      {entry !== null && (
        <>
          <Row label={t('day.day')} value={shownDay(entry.day)} />
          <Row label={t('day.users')} value={wholeNumber(entry.users)} />
          <Row label={t('day.total')} value={<span className="rich">{shownSum(entry.total)} iRICH</span>} />
          {leaf !== null && <Row label={t('day.place')} value={wholeNumber(leaf.index + 1)} />}
          <Row
            label={t('day.witnesses')}
            value={
              <span className="proof-names">
                {witnesses.length === 0 ? t('day.none') : witnesses.join(', ')}
              </span>
            }
          />
        </>
      )}
      {since !== null && <Row label={t('day.since')} value={shownDate(since, 'day')} />}
      {proof !== null && (
        <Row icon={<Download />} label={t('evidence.proof')} onPress={() => void saveProof(proof)} />
      )}
    </Card>
  );
}
