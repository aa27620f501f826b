import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Picture } from '@/ui/picture'
import type { Category } from '../api'
import { useCategoryTones } from '../category-tones'
import { useFirstSubCategory } from '../first-sub-category'
import { listingLink } from '../links'
import { texts } from '../texts'

/** The shop's categories, each as a picture in an arch. */
export function CategoryTiles({ categories }: { categories: Category[] }) {
  return (
    <nav className="aisles" aria-label={texts.categories}>
      {categories.map((category) => (
        <CategoryTile key={category._id} category={category} />
      ))}
    </nav>
  )
}

/** Links to the category's first sub-category; without one it is no link. */
function CategoryTile({ category }: { category: Category }) {
  const subCategory = useFirstSubCategory()(category._id)
  const tone = useCategoryTones()(category._id)
  const content: ReactNode = (
    <>
      <Picture src={category.image} name={category.name} tone={tone} size="small" eager />
      {category.name}
    </>
  )
  if (!subCategory) return <span className="aisle">{content}</span>
  return (
    <Link {...listingLink(category, subCategory)} className="aisle">
      {content}
    </Link>
  )
}
