import { Picture } from '@/ui/picture'
import type { Category } from '../api'
import { useCategoryTones } from '../category-tones'
import { useFirstSubCategory } from '../first-sub-category'
import styles from './category-tile.module.css'
import { ListingLink } from './listing-link'

/** A category's picture in an arch, linked to its first sub-category. Without a sub-category it is not a link. */
export function CategoryTile({ category }: { category: Category }) {
  const subCategory = useFirstSubCategory()(category._id)
  const tone = useCategoryTones()(category._id)
  const content = (
    <>
      <Picture
        src={category.image}
        drawing={category.picture}
        name={category.name}
        tone={tone}
        size="small"
        className={styles.picture}
      />
      {category.name}
    </>
  )
  if (!subCategory) return <span className={styles.tile}>{content}</span>
  return (
    <ListingLink category={category} subCategory={subCategory} className={styles.tile}>
      {content}
    </ListingLink>
  )
}
