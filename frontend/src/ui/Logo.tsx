import { useId } from "react"

/** The mark: a foil-edged card with a full glass on it. Decorative, as the shop's name always stands beside it. */
export function Logo({ size = 32, className }: { size?: number; className?: string }) {
  const foil = useId()
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className={className}>
      <defs>
        <linearGradient id={foil} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#f2a71b" />
          <stop offset=".28" stopColor="#f6e3a1" />
          <stop offset=".5" stopColor="#8fd6b4" />
          <stop offset=".72" stopColor="#a7cdf2" />
          <stop offset="1" stopColor="#f2a3c4" />
        </linearGradient>
      </defs>
      <rect x="5" y="1.5" width="22" height="29" rx="4.5" fill="#0c2a1f" stroke={`url(#${foil})`} strokeWidth="2.2" />
      <path d="M11 12.5h10l-1.3 12.2a1.6 1.6 0 0 1-1.6 1.4h-4.2a1.6 1.6 0 0 1-1.6-1.4z" fill="#f2a71b" />
      <path
        d="M9.8 12.6a2.7 2.7 0 0 1 1.9-4.4 3.6 3.6 0 0 1 6.7-1 2.9 2.9 0 0 1 3.8 5.4z"
        fill="#f7f8f3"
        stroke="#0c2a1f"
        strokeWidth=".6"
      />
      <path d="M16 17.2l.9 1.9 2 .3-1.4 1.4.3 2-1.8-.9-1.8.9.3-2-1.4-1.4 2-.3z" fill="#0c2a1f" />
    </svg>
  )
}
