import { classNames } from '@/lib/class-names'
import styles from './logo.module.css'

/** The shop's name hung from a marigold headline. Never below 80 px wide. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg className={classNames(styles.logo, className)} viewBox="0 0 108 40" role="img" aria-label="kirana">
      <rect y="11.500" width="108" height="5.500" rx="2.750" />
      <text x="1" y="36" textLength="106" lengthAdjust="spacingAndGlyphs">
        kırana
      </text>
      <circle cx="31.700" cy="5" r="3.800" />
    </svg>
  )
}
