/**
 * The picture of each onboarding step, in the colours of the theme. The first is the app's own mark; the others load
 * after the first screen is painted.
 */
import { useEffect, useState } from 'react';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { StepArt } from './step-art.tsx';

export type StepName = 'welcome' | keyof StepArt;

export function Art({ step }: { readonly step: StepName }) {
  const [stepArt, setStepArt] = useState<StepArt | null>(null);

  useEffect(() => {
    let left = false;
    const fetchStepArt = () => {
      void loadChunk('the onboarding pictures', () => import('./step-art.tsx')).then(({ STEP_ART }) => {
        if (!left) setStepArt(STEP_ART);
      });
    };
    const frame = requestAnimationFrame(() => setTimeout(fetchStepArt));
    return () => {
      left = true;
      cancelAnimationFrame(frame);
    };
  }, []);

  return (
    <svg className="onboarding-art" viewBox="0 0 280 190" aria-hidden="true" key={step}>
      {step === 'welcome' ? <Welcome /> : stepArt?.[step]}
    </svg>
  );
}

/** For each candle beside the mark: x and y of its middle, and whether it rose. */
const CANDLES = [
  [22, 142, 0],
  [44, 126, 1],
  [66, 132, 0],
  [214, 84, 1],
  [236, 66, 1],
  [258, 44, 1],
] as const;

/** The app's mark in a rising market. */
function Welcome() {
  return (
    <>
      {CANDLES.map(([x, y, rose]) => (
        <g key={x} fill={rose ? 'var(--gain)' : 'var(--loss)'} opacity="0.55">
          <rect x={x - 1} y={y - 30} width="2" height="60" rx="1" />
          <rect x={x - 6} y={y - 17} width="12" height={rose ? 36 : 30} rx="3" />
        </g>
      ))}
      {import.meta.env.VITE_HAS_MARK ? (
        <image href="/mark.svg" x="82" y="34" width="116" height="116" />
      ) : (
        <ThemedMark />
      )}
    </>
  );
}

/** As in public/mark.svg. */
function ThemedMark() {
  return (
    <svg x="82" y="34" width="116" height="116" viewBox="0 0 512 512" aria-hidden="true">
      <defs>
        <linearGradient id="mark-gold" gradientUnits="userSpaceOnUse" x1="256" y1="56" x2="256" y2="456">
          <stop stopColor="var(--mark-1)" />
          <stop offset="0.45" stopColor="var(--mark-2)" />
          <stop offset="1" stopColor="var(--mark-3)" />
        </linearGradient>
      </defs>
      <rect width="512" height="512" rx="112" fill="var(--mark-ground)" />
      <g fill="url(#mark-gold)">
        <circle cx="256" cy="90" r="34" />
        <rect x="229" y="152" width="54" height="304" rx="10" />
        <path d="M211 211v165.5l-57 21.4q-22 8-22-14v-126q0-17 16-23z" />
        <path d="M301 177.3l57-21.4q22-8 22 14v126q0 17-16 23l-63 23.6z" />
      </g>
    </svg>
  );
}
