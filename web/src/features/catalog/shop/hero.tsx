import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ClosedHero } from '@/features/settings/closed-hero'
import { closingOf } from '@/features/settings/shop-rules'
import { useShop } from '@/features/settings/use-shop'
import { classNames } from '@/lib/class-names'
import { useShopBranding } from '@/lib/shop-branding'
import { buttonClass } from '@/ui/button'
import { containerClass } from '@/ui/page'
import { categoriesQuery } from '../api'
import { useFirstSubCategory } from '../first-sub-category'
import { listingLink } from '../links'
import { texts } from '../texts'
import styles from './hero.module.css'
import { HeroShelf } from './hero-shelf'

/** The head of the home page: what the shop is, or that it is closed, and a link to its first category. */
export function Hero() {
  const { heading } = useShopBranding()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const firstSubCategoryOf = useFirstSubCategory()
  const category = categories.find(({ _id }) => firstSubCategoryOf(_id))
  const subCategory = category && firstSubCategoryOf(category._id)
  const link = (text: string) =>
    category &&
    subCategory && (
      <Link {...listingLink(category, subCategory)} className={buttonClass()}>
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
          {category && link(texts.startWith(category.name))}
        </div>
        <HeroShelf />
      </div>
    </div>
  )
}
