/** The picture of each onboarding step, drawn from the app's own mark and pictures. */
import type { ReactNode } from 'react';

export type StepName = 'welcome' | 'riskMoney' | 'riskPercent' | 'positions';

const PICTURES: Readonly<Record<StepName, ReactNode>> = {
  // The app's mark, as in public/mark.svg.
  welcome: (
    <svg x="60" y="20" width="120" height="120" viewBox="0 0 512 512" aria-hidden="true">
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
  ),
  riskMoney: (
    <>
      <rect x="20" y="72" width="52" height="20" rx="10" fill="var(--loss-bg)" />
      <rect x="68" y="72" width="152" height="20" rx="10" fill="var(--gain-bg)" />
      <g strokeWidth="4" strokeLinecap="round">
        <path d="M22 62v40" stroke="var(--loss)" />
        <path d="M70 62v40" stroke="var(--text)" />
        <path d="M218 62v40" stroke="var(--gain)" />
      </g>
      <text x="120" y="46" textAnchor="middle" className="art-figure" fill="var(--text)">
        3.24:1
      </text>
      <text x="22" y="126" className="art-label" fill="var(--loss)">
        −$100
      </text>
      <text x="218" y="126" textAnchor="end" className="art-label" fill="var(--gain)">
        +$324
      </text>
    </>
  ),
  riskPercent: (
    <>
      <circle cx="120" cy="80" r="52" fill="none" stroke="var(--line)" strokeWidth="16" />
      <path d="M120 28a52 52 0 0 1 6.5.4" fill="none" stroke="var(--loss)" strokeWidth="16" />
      <text x="120" y="92" textAnchor="middle" className="art-figure" fill="var(--text)">
        2 %
      </text>
    </>
  ),
  positions: (
    <>
      <g strokeLinecap="round" strokeWidth="14">
        <path d="M40 36h120" stroke="var(--gain)" opacity="0.45" />
        <path d="M40 58h74" stroke="var(--gain)" opacity="0.75" />
        <path d="M40 102h92" stroke="var(--accent)" opacity="0.5" />
        <path d="M40 124h150" stroke="var(--accent)" opacity="0.8" />
      </g>
      <path d="M24 80h192" stroke="var(--text)" strokeWidth="3" strokeDasharray="2 8" strokeLinecap="round" />
    </>
  ),
};

export function Art({ step }: { readonly step: StepName }) {
  return (
    <svg className="onboarding-art" viewBox="0 0 240 160" aria-hidden="true" key={step}>
      {PICTURES[step]}
    </svg>
  );
}
