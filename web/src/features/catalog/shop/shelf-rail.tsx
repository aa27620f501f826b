import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Picture } from '@/ui/picture'
import { useAisles } from '../aisles'
import type { Category, SubCategory } from '../api'
import { listingLink } from '../links'

/** The sub-categories of one category; the one shown is marked and scrolled into sight. */
export function ShelfRail({ category, shelves }: { category: Category; shelves: SubCategory[] }) {
  const aisle = useAisles()(category._id)
  const rail = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const current = rail.current?.querySelector<HTMLElement>('[aria-current]')
    if (!current || !rail.current) return
    rail.current.scrollTo({
      top: current.offsetTop - rail.current.clientHeight / 3,
      left: current.offsetLeft - rail.current.clientWidth / 3,
    })
  }, [])
  return (
    <nav className="list__rail" aria-label={category.name}>
      <div className="rail" ref={rail}>
        {shelves.map((shelf) => (
          <Link
            key={shelf._id}
            {...listingLink(category, shelf)}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            <Picture src={shelf.image} name={shelf.name} aisle={aisle} size="small" eager />
            {shelf.name}
          </Link>
        ))}
      </div>
    </nav>
  )
}
