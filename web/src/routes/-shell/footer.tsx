import { Camera, Mail, MessageCircle, Moon, Sun } from 'lucide-react'
import { ShopDetails } from '@/features/settings/shop/shop-details'
import { classNames } from '@/lib/class-names'
import { useShopBranding } from '@/lib/shop-branding'
import { texts } from '@/lib/texts'
import { useDarkTheme } from '@/lib/theme'
import { Icon } from '@/ui/icon'
import { Logo } from '@/ui/logo'
import { containerClass } from '@/ui/page'
import styles from './footer.module.css'
import { LanguageSwitch } from './language-switch'

const YEAR = new Date().getFullYear()

/** Copyright, the theme switch, and three social icons without links. */
export function Footer() {
  const { name } = useShopBranding()
  const [dark, setDark] = useDarkTheme()
  return (
    <footer className={styles.footer}>
      <ShopDetails />
      <div className={classNames(containerClass, styles.inner)}>
        <Logo className={styles.logo} />
        <span>{texts.copyright(YEAR, name)}</span>
        <button type="button" className={styles.theme} aria-pressed={dark} onClick={() => setDark(!dark)}>
          <Icon icon={dark ? Sun : Moon} />
          {texts.darkTheme}
        </button>
        <LanguageSwitch className={styles.theme} />
        <span className={styles.social} aria-hidden="true">
          <Icon icon={MessageCircle} />
          <Icon icon={Camera} />
          <Icon icon={Mail} />
        </span>
      </div>
    </footer>
  )
}
