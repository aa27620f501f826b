import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { classNames } from '@/lib/class-names'
import { useShopFace } from '@/lib/shop-face'
import { buttonClass } from '@/ui/button'
import { containerClass } from '@/ui/page'
import { categoriesQuery } from '../api'
import { useFirstSubCategory } from '../first-sub-category'
import { listingLink } from '../links'
import { texts } from '../texts'
import styles from './hero.module.css'
import { HeroShelf } from './hero-shelf'

/** The head of the home page: what the shop is, and a link to its first category. */
export function Hero() {
  const { heading } = useShopFace()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const firstSubCategoryOf = useFirstSubCategory()
  const category = categories.find(({ _id }) => firstSubCategoryOf(_id))
  const subCategory = category && firstSubCategoryOf(category._id)
  return (
    <div className={styles.hero}>
      <div className={classNames(containerClass, styles.inner)}>
        <div className={styles.text}>
          <h1>{heading || texts.heroTitle}</h1>
          <p>{texts.heroDescription}</p>
          {category && subCategory && (
            <Link {...listingLink(category, subCategory)} className={buttonClass()}>
              {texts.startWith(category.name)}
            </Link>
          )}
        </div>
        <HeroShelf />
      </div>
    </div>
  )
}
