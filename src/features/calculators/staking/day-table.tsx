/** The table of days, with its own scrolling: up to 36,500 rows, of which only those in view are rendered. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { displayStakingRow, type StakingRows } from '#core/calculators/staking.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ROW_HEIGHT, rowWindow } from './day-window.ts';
import '../shared/table.css';
import './staking.css';

const FIRST_HEIGHT = 480;

export function DayTable({ rows }: { readonly rows: StakingRows }) {
  const { t } = useTranslation('calculators');
  const place = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(() => rowWindow(rows.length, 0, FIRST_HEIGHT));

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() =>
        setSeen((before) => {
          const next = rowWindow(rows.length, element.scrollTop, element.clientHeight);
          return next.from === before.from && next.to === before.to ? before : next;
        }),
      );
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', look);
    };
  }, [rows]);

  const shown = useMemo(() => rows.between(seen.from, seen.to).map(displayStakingRow), [rows, seen]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section ref={place} className="day-table" aria-label={t('days.title')} tabIndex={0}>
      <table className="table" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">{t('days.day')}</th>
            <th scope="col">{t('days.start')}</th>
            <th scope="col">{t('days.profit')}</th>
            <th scope="col">{t('days.end')}</th>
          </tr>
        </thead>
        <tbody>
          <Gap rows={seen.from - 1} />
          {shown.map((row) => (
            <tr key={row.day} data-id={row.day} aria-rowindex={Number(row.day) + 1}>
              <td>{shownNumber(row.day)}</td>
              <td>{shownNumber(row.start)}</td>
              <td>{shownNumber(row.profit)}</td>
              <td>{shownNumber(row.end)}</td>
            </tr>
          ))}
          <Gap rows={rows.length - seen.to} />
        </tbody>
      </table>
    </section>
  );
}

/** Unrendered rows, as empty space. */
function Gap({ rows }: { readonly rows: number }) {
  if (rows <= 0) return null;
  return (
    <tr className="day-gap">
      <td colSpan={4} style={{ height: rows * ROW_HEIGHT }} />
    </tr>
  );
}
