import { useEffect, useRef } from 'react'
import { Picture } from '@/ui/picture'
import type { Category, SubCategory } from '../api'
import { useCategoryTones } from '../category-tones'
import { ListingLink } from './listing-link'
import styles from './sub-category-nav.module.css'

type Props = { category: Category; subCategories: SubCategory[] }

/** Links to the sub-categories of a category; the current one is marked and scrolled into view. */
export function SubCategoryNav({ category, subCategories }: Props) {
  const tone = useCategoryTones()(category._id)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!current || !list.current) return
    list.current.scrollTo({
      top: current.offsetTop - list.current.clientHeight / 3,
      left: current.offsetLeft - list.current.clientWidth / 3,
    })
  }, [])
  return (
    <nav className={styles.nav} aria-label={category.name}>
      <div className={styles.list} ref={list}>
        {subCategories.map((subCategory) => (
          <ListingLink
            key={subCategory._id}
            category={category}
            subCategory={subCategory}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            <Picture
              src={subCategory.image}
              drawing={subCategory.picture}
              name={subCategory.name}
              tone={tone}
              size="small"
              eager
              className={styles.picture}
            />
            {subCategory.name}
          </ListingLink>
        ))}
      </div>
    </nav>
  )
}
