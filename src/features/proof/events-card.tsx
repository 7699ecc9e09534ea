/** Every event of the user's ledger in words, with its award, its rules and its bucket. */
import { useState } from 'react';
import { BUCKETS, type Bucket, type StoredEvent } from '#core/points/events.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { pointsFull } from '#i18n/points.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { FilterChips } from '#ui/filter-chips.tsx';
import { wordsOf } from './event-words.ts';
import { useOwnEvents } from './use-own-events.ts';

type Filter = Bucket | 'all';

/** @param version a new one reads the events again */
export function EventsCard({ version }: { readonly version: unknown }) {
  const { t } = useTranslation(['proof', 'profile']);
  const [filter, setFilter] = useState<Filter>('all');
  const { events, endRef } = useOwnEvents(filter === 'all' ? null : filter, version);
  const options: readonly { value: Filter; label: string }[] = [
    { value: 'all', label: t('list.all') },
    ...BUCKETS.map((value) => ({ value, label: t(`profile:bucket.${value}`) })),
  ];
  return (
    <Card title={t('list.title')} className="proof-events">
      <FilterChips
        label={t('list.filter')}
        name="bucket"
        value={filter}
        options={options}
        onChange={setFilter}
      />
      {events?.length === 0 && <p className="sub">{t('list.empty')}</p>}
      <ul>
        {events?.map((event, place) => (
          <li key={event.seq} ref={place === events.length - 1 ? endRef : undefined}>
            <EventRow event={event} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function EventRow({ event }: { readonly event: StoredEvent }) {
  const { t } = useTranslation(['proof', 'profile', 'calculators']);
  const { what, why } = wordsOf(event, t);
  const { seq, at, rules, bucket, award } = event;
  const line = t('list.line', { seq: wholeNumber(seq), time: timeOfDay(at), rules });
  return (
    <div className="proof-event">
      <p className="proof-event-what">{what}</p>
      {bucket !== null && (
        <p className={award === 0 ? 'proof-event-award sub' : 'proof-event-award rich'}>
          {award > 0 ? '+' : ''}
          {pointsFull(award)}
        </p>
      )}
      <p className="proof-event-line sub">
        {line}
        {bucket !== null && ` · ${t(`profile:bucket.${bucket}`)}`}
        {why !== null && ` · ${why}`}
      </p>
    </div>
  );
}
