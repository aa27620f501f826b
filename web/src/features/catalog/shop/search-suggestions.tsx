import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, type LucideIcon, Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { chipClass, selectedChipClass } from '@/ui/chip'
import { Icon } from '@/ui/icon'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { type SearchSubCategory, subCategoriesQuery } from '../api'
import type { ListingSearch } from '../listing-search'
import { listingTexts } from '../listing-texts'
import { readRecentSearches } from '../recent-searches'
import { texts } from '../texts'
import chipListStyles from './chip-list.module.css'
import styles from './search-suggestions.module.css'
import { SUGGESTIONS_ID } from './suggestions-focus'

type SuggestionsProps = {
  /** Called when an arrow key or Escape moves back to the search field. */
  onLeave: () => void
  children: ReactNode
}

/** Links below the search field. The arrow keys move through them, as in a list box. */
export function Suggestions({ onLeave, children }: SuggestionsProps) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const links = [...event.currentTarget.querySelectorAll('a')]
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step && event.key !== 'Escape') return
    event.preventDefault()
    const next = links.indexOf(document.activeElement as HTMLAnchorElement) + (step ?? 0)
    if (!step || next < 0) onLeave()
    else links[Math.min(next, links.length - 1)]?.focus()
  }
  return (
    <div id={SUGGESTIONS_ID} role="toolbar" aria-label={listingTexts.suggestions} onKeyDown={move}>
      {children}
    </div>
  )
}

/** Links to recent and popular searches, for an empty query. */
export function SuggestedSearches() {
  const [recent, setRecent] = useState<string[]>([])
  // Read storage after the first render: the page may be rendered on the server.
  useEffect(() => setRecent(readRecentSearches()), [])
  return (
    <>
      {recent.length > 0 && (
        <QueryChips title={listingTexts.recentSearches} icon={History} queries={recent} />
      )}
      <QueryChips title={listingTexts.popularSearches} icon={Search} queries={texts.popularQueries} />
    </>
  )
}

type QueryChipsProps = { title: string; icon: LucideIcon; queries: readonly string[] }

/** Links to other searches. */
export function QueryChips({ title, icon, queries }: QueryChipsProps) {
  return (
    <nav aria-label={title}>
      <p className={styles.title}>{title}</p>
      <div className={chipListStyles.chips}>
        {queries.map((query) => (
          <Link key={query} to="/search" search={{ q: query }} replace className={chipClass}>
            <Icon icon={icon} size="small" />
            {query}
          </Link>
        ))}
      </div>
    </nav>
  )
}

type SubCategoryChipsProps = {
  q: string
  /** The sub-categories with the best matches. */
  subCategories: SearchSubCategory[]
  /** The search's filters, including the selected sub-category. */
  filters: Omit<ListingSearch, 'page'>
}

/** Links that narrow a search to one sub-category ("in Dairy"), or remove that filter. */
export function SubCategoryChips({
  q,
  subCategories: suggested,
  filters: { subCategory: selected, ...filters },
}: SubCategoryChipsProps) {
  const { data: subCategories } = useQuery({ ...subCategoriesQuery, enabled: selected !== undefined })
  const selectedName = subCategories?.find(({ _id }) => _id === selected)?.name
  if (!selectedName && suggested.length === 0) return null
  return (
    <nav aria-label={listingTexts.subCategoriesOf(q)} className={chipListStyles.chips}>
      {selectedName ? (
        <Link
          to="/search"
          search={{ ...filters, q }}
          replace
          className={selectedChipClass}
          aria-label={listingTexts.everywhere(q, selectedName)}
        >
          <Icon icon={X} size="small" />
          {listingTexts.inSubCategory(selectedName)}
        </Link>
      ) : (
        suggested.map(({ subCategory }) => (
          <Link
            key={subCategory._id}
            to="/search"
            search={{ ...filters, q, subCategory: subCategory._id }}
            replace
            className={chipClass}
          >
            <VisuallyHidden>{q}</VisuallyHidden> {listingTexts.inSubCategory(subCategory.name)}
          </Link>
        ))
      )}
    </nav>
  )
}
