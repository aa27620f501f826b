import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Picture } from '@/ui/picture'
import { useAisles, useFirstShelf } from '../aisles'
import type { Category } from '../api'
import { listingLink } from '../links'
import { texts } from '../texts'

/** The shop's categories as arches. */
export function CategoryTiles({ categories }: { categories: Category[] }) {
  return (
    <nav className="aisles" aria-label={texts.categories}>
      {categories.map((category) => (
        <CategoryTile key={category._id} category={category} />
      ))}
    </nav>
  )
}

/** Opens the category's first sub-category; does nothing when there is none. */
function CategoryTile({ category }: { category: Category }) {
  const shelf = useFirstShelf()(category._id)
  const aisle = useAisles()(category._id)
  const content: ReactNode = (
    <>
      <Picture src={category.image} name={category.name} aisle={aisle} size="small" eager />
      {category.name}
    </>
  )
  if (!shelf) return <span className="aisle">{content}</span>
  return (
    <Link {...listingLink(category, shelf)} className="aisle">
      {content}
    </Link>
  )
}
