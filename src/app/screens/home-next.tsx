/**
 * The late parts of Home, from several features: the daily bonus, the last calculation, the next strong event; and the
 * market.
 */
import { useNavigate } from '@tanstack/react-router';
import type { DeviceRecord } from '#device/model.ts';
import { NextEventRow } from '#features/calendar/next-event-row.tsx';
import { LastCalculation } from '#features/history/last-calculation.tsx';
import { MarketBlock } from '#features/market/block.tsx';
import { useCoinSheet } from '#features/market/coin-sheet.tsx';
import { CheckInRow } from '#features/profile/check-in-row.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { whenIdle } from '../boot/when-idle.ts';
import { lazyPart, TRIES, useLazyPart } from '../chunks/lazy-part.ts';
import { Missing } from '../chunks/missing-screen.tsx';
import { useCoinActions } from '../coin-actions.ts';
import { PartBoundary } from '../part-boundary.tsx';

/** Only users with calculations need it. */
const RESULT = lazyPart('the last result', async () => {
  const [{ LastResultRow }, { summaryOf }] = await Promise.all([
    import('#features/history/last-result-row.tsx'),
    import('#features/calculators/registry.ts'),
    loadTexts('calculators'),
  ]);
  return { LastResultRow, summaryOf };
});
/** Only users who have just claimed need it. */
const OFFER = lazyPart('the offer of a reminder', async () => {
  const [{ ReminderOffer }] = await Promise.all([
    import('#features/notifications/reminder-offer.tsx'),
    loadTexts('notifications'),
  ]);
  return ReminderOffer;
});

export function HomeNext() {
  return (
    <>
      <li>
        <PartBoundary>
          <CheckInRow afterClaim={<Offer />} />
        </PartBoundary>
      </li>
      <li>
        <PartBoundary>
          <LastCalculation row={(record) => <Result record={record} />} />
        </PartBoundary>
      </li>
      <li>
        <PartBoundary>
          <NextEventRow />
        </PartBoundary>
      </li>
    </>
  );
}

/** Without its code the claim is complete all the same. */
function Offer() {
  const navigate = useNavigate();
  const { code: ReminderOffer } = useLazyPart(OFFER);
  return ReminderOffer && <ReminderOffer onOpen={() => void navigate({ to: '/notifications' })} />;
}

/** Its code brings the arithmetic of every calculator, so on a slow phone the first taps come before it. */
function Result({ record }: { readonly record: DeviceRecord }) {
  const { code, error, retry } = useLazyPart(RESULT, whenSpare);
  if (code !== null) return <code.LastResultRow record={record} summaryOf={code.summaryOf} />;
  return error && <Missing error={error} tries={TRIES} onRetry={retry} />;
}

const whenSpare = () => whenIdle(1000);

export function HomeMarket() {
  const { openCoin, sheet } = useCoinSheet(useCoinActions());
  return (
    <>
      <MarketBlock onOpen={openCoin} />
      {sheet}
    </>
  );
}
