import { useId } from "react"

/**
 * The default logo (static/brand/logo.svg): a coaster with a card. Decorative, because the shop's name is next to it.
 */
export function Logo({ size = 32, className }: { size?: number; className?: string }) {
  const foil = useId()
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 64 64" className={className}>
      <linearGradient id={foil} x1="0" y1="0" x2="1" y2="1">
        <stop stopColor="#5cc6b4" />
        <stop offset=".3" stopColor="#9c8ae0" />
        <stop offset=".55" stopColor="#e07ba8" />
        <stop offset=".8" stopColor="#f6cf6b" />
        <stop offset="1" stopColor="#5cc6b4" />
      </linearGradient>
      <circle cx="32" cy="32" r="29.6" fill="#f2a71b" stroke={`url(#${foil})`} strokeWidth="2.8" />
      <circle cx="32" cy="32" r="25.4" fill="none" stroke="#1d2420" strokeOpacity=".28" strokeDasharray="1.6 2.4" />
      <g transform="rotate(-9 32 32)">
        <rect x="19" y="13.6" width="29" height="40" rx="4.4" fill="#1d2420" opacity=".3" />
        <rect x="17.5" y="12" width="29" height="40" rx="4.4" fill="#f7f8f3" />
        <path
          fill="#12402f"
          d="M32 19.6c6 6.4 11.4 10.6 11.4 16 0 4.2-3.2 6-6 5.5-1.8-.2-3.2-1.3-3.8-2.7.2 2.7 1.6 4.6 3.4 6H27c1.8-1.4 3.2-3.3 3.4-6-.6 1.4-2 2.5-3.8 2.7-2.8.5-6-1.3-6-5.5 0-5.4 5.4-9.6 11.4-16Z"
        />
        <path fill="#f7f8f3" d="M32 38.2c-2.6-2.2-5-4-5-6.3 0-3.6 4.1-3.6 5-.8.9-2.8 5-2.8 5 .8 0 2.3-2.4 4.1-5 6.3Z" />
      </g>
    </svg>
  )
}
