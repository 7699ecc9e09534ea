/** The picture of each onboarding step, drawn from the app's own mark and pictures. */
import type { ReactNode } from 'react';

export type StepName = 'welcome' | 'riskMoney' | 'riskPercent' | 'positions';

const PICTURES: Readonly<Record<StepName, ReactNode>> = {
  welcome: (
    <>
      <rect x="64" y="24" width="112" height="112" rx="28" fill="var(--mark-ground)" />
      <g stroke="var(--rich-1)" strokeLinecap="round" fill="var(--rich-1)">
        <path d="M120 46v8M120 66v52" strokeWidth="6" />
        <rect x="108" y="72" width="24" height="34" rx="5" stroke="none" />
        <path d="M88 96v26M152 58v26" strokeWidth="4" opacity="0.5" />
        <rect x="81" y="102" width="14" height="14" rx="3" stroke="none" opacity="0.5" />
        <rect x="145" y="62" width="14" height="16" rx="3" stroke="none" opacity="0.5" />
      </g>
    </>
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
      <path d="M120 28a52 52 0 0 1 22 5" fill="none" stroke="var(--loss)" strokeWidth="16" />
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
