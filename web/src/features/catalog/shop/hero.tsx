import { Link } from '@tanstack/react-router'
import { ClosedHero } from '@/features/settings/closed-hero'
import { closingOf } from '@/features/settings/shop-rules'
import { useShop } from '@/features/settings/use-shop'
import { classNames } from '@/lib/class-names'
import { useShopBranding } from '@/lib/shop-branding'
import { buttonClass } from '@/ui/button'
import { containerClass } from '@/ui/page'
import { texts } from '../texts'
import styles from './hero.module.css'
import { HeroPictures } from './hero-pictures'

/** The banner of the home page: the shop's heading, or that it is closed, and a link to popular products. */
export function Hero() {
  const { heading } = useShopBranding()
  const link = (text: string) => (
    <Link to="/search" search={{ q: '', sort: 'popular' }} className={buttonClass()}>
      {text}
    </Link>
  )
  const shop = useShop()
  const closing = shop && closingOf(shop)
  if (closing) return <ClosedHero shop={shop} closing={closing} link={link} />
  return (
    <div className={styles.hero}>
      <div className={classNames(containerClass, styles.inner)}>
        <div className={styles.text}>
          <h1>{heading || texts.heroTitle}</h1>
          <p>{texts.heroDescription}</p>
          {link(texts.boughtMost)}
        </div>
        <HeroPictures />
      </div>
    </div>
  )
}
