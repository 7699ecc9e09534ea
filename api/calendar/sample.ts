/** Bundled events for demonstrations and tests, placed around the current day. They are fictional, and the screen says so. */
import type { Calendar, CalendarEvent } from '#core/contract/calendar.ts';
import type { CalendarProvider } from './provider.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** What is known of most samples: nothing. */
const UNKNOWN = {
  /** The period of the figure: the previous month or quarter. */
  of: null,
  unit: null,
  actual: null,
  forecast: null,
  previous: null,
  volatility: null,
  ethVolatility: null,
  btcReaction: null,
  ethReaction: null,
} as const;

type Sample = Pick<CalendarEvent, 'name' | 'zone'> &
  Partial<Omit<CalendarEvent, 'id' | 'at' | 'period'>> & {
    /** Days from today, UTC. */
    readonly day: number;
    /** Hours of that day, UTC; null if only the day is known. */
    readonly hour: number | null;
    readonly of?: 'month' | 'quarter';
  };

const SAMPLES: readonly Sample[] = [
  {
    day: -2,
    hour: 13.5,
    name: 'cpi_yoy',
    zone: 'united_states',
    of: 'month',
    unit: 'percent',
    actual: '2.9',
    forecast: '3.0',
    previous: '3.1',
    volatility: 'high',
    ethVolatility: 'high',
    btcReaction: '+1.84',
    ethReaction: '+2.61',
  },
  {
    day: -2,
    hour: 13.5,
    name: 'core_cpi',
    zone: 'united_states',
    of: 'month',
    unit: 'percent',
    actual: '0.3',
    forecast: '0.3',
    previous: '0.2',
    volatility: 'high',
    ethVolatility: 'medium',
    btcReaction: '+0.42',
    ethReaction: '-0.18',
  },
  {
    day: -1,
    hour: 10,
    name: 'gdp_qoq',
    zone: 'eurozone',
    of: 'quarter',
    unit: 'percent',
    actual: '0.2',
    forecast: '0.1',
    previous: '0.3',
    volatility: 'medium',
    ethVolatility: 'low',
    btcReaction: '-0.35',
    ethReaction: '-0.51',
  },
  {
    day: -1,
    hour: null,
    name: 'china_crypto_policy',
    zone: 'china',
    volatility: 'medium',
    ethVolatility: 'medium',
  },
  {
    day: 0,
    hour: 7,
    name: 'retail_sales',
    zone: 'united_kingdom',
    of: 'month',
    unit: 'percent',
    actual: '-0.4',
    forecast: '0.2',
    previous: '0.6',
    volatility: 'low',
    ethVolatility: 'low',
  },
  {
    day: 0,
    hour: 13.5,
    name: 'jobless_claims',
    zone: 'united_states',
    unit: 'thousand',
    actual: '221',
    forecast: '226',
    previous: '219',
    volatility: 'medium',
    ethVolatility: 'medium',
    btcReaction: '-0.62',
    ethReaction: '-0.94',
  },
  {
    day: 0,
    hour: 13.5,
    name: 'housing_starts',
    zone: 'united_states',
    of: 'month',
    unit: 'million',
    actual: '1.36',
    forecast: '1.34',
    previous: '1.31',
    volatility: 'low',
    ethVolatility: 'low',
  },
  {
    day: 0,
    hour: 23.5,
    name: 'boj',
    zone: 'japan',
    volatility: 'high',
    ethVolatility: 'medium',
  },
  {
    day: 1,
    hour: 12.25,
    name: 'ecb',
    zone: 'eurozone',
    unit: 'percent',
    forecast: '2.00',
    previous: '2.15',
    volatility: 'high',
    ethVolatility: 'medium',
  },
  {
    day: 1,
    hour: 13.5,
    name: 'non_farm_payrolls',
    zone: 'united_states',
    of: 'month',
    unit: 'thousand',
    forecast: '165',
    previous: '142',
    volatility: 'high',
    ethVolatility: 'high',
  },
  {
    day: 1,
    hour: 13.5,
    name: 'unemployment_rate',
    zone: 'united_states',
    of: 'month',
    unit: 'percent',
    forecast: '4.2',
    previous: '4.2',
    volatility: 'high',
    ethVolatility: 'medium',
  },
  {
    day: 2,
    hour: 1.25,
    name: 'pboc',
    zone: 'china',
    unit: 'percent',
    forecast: '3.00',
    previous: '3.00',
    volatility: 'medium',
    ethVolatility: 'low',
  },
  {
    day: 3,
    hour: 14,
    name: 'conference_board',
    zone: 'united_states',
    of: 'month',
    forecast: '101.2',
    previous: '99.8',
    volatility: 'medium',
    ethVolatility: 'low',
  },
  {
    day: 3,
    hour: null,
    name: 'etf',
    zone: 'united_states',
    volatility: 'high',
    ethVolatility: 'high',
  },
  {
    day: 5,
    hour: 19,
    name: 'fomc',
    zone: 'united_states',
    volatility: 'high',
    ethVolatility: 'high',
  },
  {
    day: 5,
    hour: null,
    name: 'm2',
    zone: 'united_states',
    of: 'month',
    unit: 'trillion',
    previous: '22.12',
  },
  {
    day: 6,
    hour: 12,
    name: 'boe',
    zone: 'united_kingdom',
    unit: 'percent',
    forecast: '3.75',
    previous: '4.00',
    volatility: 'medium',
    ethVolatility: 'low',
  },
];

/** The sample at a moment: future events have no figure and no reaction yet. */
export function sampleEvents(now: number): CalendarEvent[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return SAMPLES.map((sample) => {
    const { day, hour, of, ...event } = { ...UNKNOWN, ...sample };
    const begins = today + day * DAY_MS;
    const moment = begins + (hour ?? 0) * HOUR_MS;
    const isKnown = hour === null ? day < 0 : moment <= now;
    const date = new Date(begins).toISOString().slice(0, 10);
    return {
      ...event,
      ...(isKnown ? {} : { actual: null, btcReaction: null, ethReaction: null }),
      id: `${event.zone}-${event.name}-${date}`,
      at: hour === null ? date : new Date(moment).toISOString(),
      period: of === null ? null : periodBefore(begins, of),
    };
  });
}

export function sampleCalendar(clock: { now(): number }): CalendarProvider {
  return {
    async calendar(): Promise<Calendar> {
      const now = clock.now();
      return {
        date: new Date(now).toISOString(),
        sample: true,
        stale: false,
        events: sampleEvents(now),
      };
    },
  };
}

function periodBefore(at: number, of: 'month' | 'quarter'): string {
  const date = new Date(at);
  const months = of === 'month' ? 1 : 3;
  const before = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1));
  const year = String(before.getUTCFullYear());
  const month = before.getUTCMonth();
  return of === 'month'
    ? `${year}-${String(month + 1).padStart(2, '0')}`
    : `${year}-Q${Math.floor(month / 3) + 1}`;
}
