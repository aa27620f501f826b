import { classNames } from '@/lib/class-names'
import { DEFAULT_NAME, useShopBranding } from '@/lib/shop-branding'
import styles from './logo.module.css'

/** The shop's logo: its uploaded picture, its name as text, or the drawn default logo. At least 80 px wide. */
export function Logo({ className }: { className?: string }) {
  const { name, logo } = useShopBranding()
  if (logo) return <img className={classNames(styles.picture, className)} src={logo} alt={name} />
  if (name !== DEFAULT_NAME) return <span className={styles.name}>{name}</span>
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
