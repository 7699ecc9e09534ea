/** A gift in front of hexagons: it suits an advert of any kind. */

export function AdvertArt() {
  return (
    <svg className="advert-art" viewBox="0 0 360 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="advert-gold" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--mark-1)" />
          <stop offset="0.5" stopColor="var(--mark-2)" />
          <stop offset="1" stopColor="var(--mark-3)" />
        </linearGradient>
      </defs>
      <rect width="360" height="150" fill="var(--mark-ground)" />
      <g fill="none" stroke="var(--mark-2)" strokeWidth="1.5" opacity="0.28">
        <path d="M52 18l26 15v30l-26 15-26-15V33z" />
        <path d="M104 48l26 15v30l-26 15-26-15V63z" />
        <path d="M308 12l26 15v30l-26 15-26-15V27z" />
        <path d="M282 72l26 15v30l-26 15-26-15V87z" />
        <path d="M52 108l26 15v30l-26 15-26-15v-30z" />
      </g>
      <g transform="rotate(-6 180 78)">
        <rect x="134" y="70" width="92" height="62" rx="6" fill="url(#advert-gold)" />
        <path d="M134 84h92" stroke="var(--mark-ground)" strokeOpacity="0.25" strokeWidth="4" />
        <rect x="126" y="52" width="108" height="26" rx="6" fill="url(#advert-gold)" />
        <rect
          x="126"
          y="52"
          width="108"
          height="26"
          rx="6"
          fill="none"
          stroke="var(--mark-1)"
          strokeOpacity="0.7"
        />
        <path d="M171 52h18v80h-18z" fill="var(--mark-ground)" fillOpacity="0.85" />
        <g fill="none" stroke="var(--mark-1)" strokeWidth="6" strokeLinejoin="round">
          <path d="M180 50c-8-22-20-28-30-24s-6 20 30 24z" />
          <path d="M180 50c8-22 20-28 30-24s6 20-30 24z" />
        </g>
        <circle cx="180" cy="50" r="6" fill="var(--mark-1)" />
      </g>
    </svg>
  );
}
