/** A hardware wallet whose screen asks to confirm, in front of a vault of hexagons. */

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
      <g transform="rotate(-12 180 75)">
        <rect x="92" y="47" width="176" height="58" rx="29" fill="url(#advert-gold)" />
        <rect
          x="92"
          y="47"
          width="176"
          height="58"
          rx="29"
          fill="none"
          stroke="var(--mark-1)"
          strokeOpacity="0.7"
        />
        <rect x="116" y="58" width="96" height="36" rx="6" fill="var(--mark-ground)" />
        <path
          d="M128 77l8 8 16-18"
          fill="none"
          stroke="var(--mark-1)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path
          d="M164 70h34M164 82h22"
          stroke="var(--mark-1)"
          strokeWidth="4"
          strokeLinecap="round"
          opacity="0.7"
        />
        <circle cx="239" cy="76" r="14" fill="var(--mark-ground)" fillOpacity="0.16" />
        <circle cx="239" cy="76" r="14" fill="none" stroke="var(--mark-ground)" strokeWidth="2.5" />
        <path d="M268 65h14v22h-14z" fill="var(--mark-1)" />
      </g>
    </svg>
  );
}
