/** Maps currency and title of a feed's event to an event of this calendar. Events that are missing here are ignored. */
import type { EventKind, Zone } from '#core/contract/calendar.ts';

const ZONES: ReadonlyMap<string, Zone> = new Map([
  ['USD', 'united_states'],
  ['EUR', 'eurozone'],
  ['CNY', 'china'],
  ['JPY', 'japan'],
  ['GBP', 'united_kingdom'],
]);

/** Stages of the same figure: an early or a corrected one. */
const STAGES = /^((Advance|Flash|Prelim|Second|Revised|Final) )+/;

/** If a figure is published under several titles at once, the title that carries the value. */
const KINDS: Readonly<Record<Zone, ReadonlyMap<string, EventKind>>> = {
  united_states: new Map<string, EventKind>([
    ['CB Consumer Confidence', 'conference_board'],
    ['CPI m/m', 'cpi'],
    ['CPI y/y', 'cpi_yoy'],
    ['Core CPI m/m', 'core_cpi'],
    ['PPI m/m', 'ppi'],
    ['UoM Inflation Expectations', 'inflation_expectations'],
    ['UoM Consumer Sentiment', 'consumer_confidence'],
    ['Non-Farm Employment Change', 'non_farm_payrolls'],
    ['Unemployment Rate', 'unemployment_rate'],
    ['Unemployment Claims', 'jobless_claims'],
    ['Retail Sales m/m', 'retail_sales'],
    ['GDP q/q', 'gdp_qoq'],
    ['Federal Funds Rate', 'fomc'],
    ['FOMC Meeting Minutes', 'fomc'],
    ['Housing Starts', 'housing_starts'],
  ]),
  eurozone: new Map<string, EventKind>([
    ['CPI Flash Estimate y/y', 'cpi_yoy'],
    ['CPI y/y', 'cpi_yoy'],
    ['Core CPI Flash Estimate y/y', 'core_cpi'],
    ['Core CPI y/y', 'core_cpi'],
    ['PPI m/m', 'ppi'],
    ['Unemployment Rate', 'unemployment_rate'],
    ['Consumer Confidence', 'consumer_confidence'],
    ['Retail Sales m/m', 'retail_sales'],
    ['GDP q/q', 'gdp_qoq'],
    ['Main Refinancing Rate', 'ecb'],
    ['ECB Monetary Policy Meeting Accounts', 'ecb'],
  ]),
  china: new Map<string, EventKind>([
    ['CPI y/y', 'cpi_yoy'],
    ['PPI y/y', 'ppi'],
    ['Unemployment Rate', 'unemployment_rate'],
    ['Retail Sales y/y', 'retail_sales'],
    ['GDP q/y', 'gdp_yoy'],
    ['M2 Money Supply y/y', 'm2'],
    ['1-y Loan Prime Rate', 'pboc'],
  ]),
  japan: new Map<string, EventKind>([
    ['National Core CPI y/y', 'core_cpi'],
    ['PPI y/y', 'ppi'],
    ['Unemployment Rate', 'unemployment_rate'],
    ['Consumer Confidence', 'consumer_confidence'],
    ['Retail Sales y/y', 'retail_sales'],
    ['GDP q/q', 'gdp_qoq'],
    ['M2 Money Stock y/y', 'm2'],
    ['BOJ Policy Rate', 'boj'],
    ['Housing Starts y/y', 'housing_starts'],
  ]),
  united_kingdom: new Map<string, EventKind>([
    ['CPI y/y', 'cpi_yoy'],
    ['Core CPI y/y', 'core_cpi'],
    ['PPI Output m/m', 'ppi'],
    ['Consumer Inflation Expectations', 'inflation_expectations'],
    ['Unemployment Rate', 'unemployment_rate'],
    ['Claimant Count Change', 'jobless_claims'],
    ['GfK Consumer Confidence', 'consumer_confidence'],
    ['Retail Sales m/m', 'retail_sales'],
    ['GDP m/m', 'gdp_growth_rate'],
    ['GDP q/q', 'gdp_qoq'],
    ['Official Bank Rate', 'boe'],
  ]),
};

/** Null if this calendar does not cover the event: another country, or another kind. */
export function subjectOf(
  currency: string,
  title: string,
): { readonly zone: Zone; readonly name: EventKind } | null {
  const zone = ZONES.get(currency);
  if (zone === undefined) return null;
  const name = KINDS[zone].get(title.replace(STAGES, ''));
  return name === undefined ? null : { zone, name };
}
