/** The chain as points of a polyline, for the picture only. */
import type { ElliottWaveResult, WaveName } from '#core/calculators/elliott-wave.ts';
import { shownDigits } from '#core/numbers.ts';

export interface WavePoint {
  /** The wave that ends here; '0' for the start of wave 1. */
  readonly wave: '0' | '1' | WaveName;
  readonly price: number;
  /** The price as plain digits. */
  readonly digits: string;
}

/** A level of the next wave, or of a wave with a chosen price. */
export interface LevelTick {
  /** Index of its wave among the points. */
  readonly step: number;
  readonly price: number;
  readonly isChosen: boolean;
}

export interface WaveDrawing {
  readonly points: readonly WavePoint[];
  readonly ticks: readonly LevelTick[];
}

export function waveDrawing({ start, end, waves }: ElliottWaveResult): WaveDrawing {
  const points: WavePoint[] = [
    { wave: '0', price: start.toNumber(), digits: shownDigits(start, 8) },
    { wave: '1', price: end.toNumber(), digits: shownDigits(end, 8) },
  ];
  const ticks: LevelTick[] = [];
  waves.forEach(({ name, levels, chosen }, index) => {
    for (const { value, selectable } of levels) {
      if (!selectable) continue;
      ticks.push({ step: index + 2, price: value.toNumber(), isChosen: chosen?.eq(value) ?? false });
    }
    if (chosen !== null)
      points.push({ wave: name, price: chosen.toNumber(), digits: shownDigits(chosen, 8) });
  });
  return { points, ticks };
}
