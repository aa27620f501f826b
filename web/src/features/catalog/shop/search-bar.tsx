import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { opensElsewhere } from '@/lib/opens-elsewhere'
import { texts as sharedTexts } from '@/lib/texts'
import { Icon } from '@/ui/icon'
import { SearchField, searchFieldClass } from '@/ui/search-field'
import { saveRecentSearch } from '../recent-searches'
import { texts } from '../texts'
import styles from './search-bar.module.css'
import { SearchPlaceholder } from './search-placeholder'
import { focusFirstSuggestion } from './suggestions-focus'

let focusNextField = false

/** Makes the search page focus its field when it is opened next. Going back to a search does not. */
export function focusNextSearchField() {
  focusNextField = true
}

/** Moves the focus to the search field of the search page. */
export function focusSearchField() {
  document.querySelector<HTMLElement>('header input[name="q"]')?.focus()
}

/** A link to the search page that looks like the search field, shown on all other pages. */
export function SearchLink() {
  const [stopped, setStopped] = useState(false)
  return (
    <Link
      to="/search"
      search={{ q: '' }}
      className={searchFieldClass}
      onFocus={() => setStopped(true)}
      onClick={(event) => {
        if (!opensElsewhere(event)) focusNextSearchField()
      }}
    >
      <Icon icon={Search} />
      <SearchPlaceholder stopped={stopped} />
    </Link>
  )
}

/** The search field of the search page, on a phone with a link to home. */
export function SearchBar() {
  // Undefined while the router leaves the page.
  const { q } = useSearch({ from: '/search', shouldThrow: false }) ?? { q: '' }
  const navigate = useNavigate({ from: '/search' })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusNextField) input.current?.focus({ preventScroll: true })
    focusNextField = false
  }, [])
  return (
    <SearchField
      variant="header"
      deferred
      label={texts.searchFor}
      query={q}
      onSearch={(query) =>
        void navigate({ search: ({ page: _, ...rest }) => ({ ...rest, q: query }), replace: true })
      }
      onSubmit={(query) => {
        saveRecentSearch(query)
        input.current?.blur()
      }}
      leading={
        <>
          <Link to="/" className={styles.back} aria-label={sharedTexts.goBack}>
            <Icon icon={ArrowLeft} />
          </Link>
          <Icon icon={Search} className={styles.magnifier} />
        </>
      }
      inputRef={input}
      onArrowDown={focusFirstSuggestion}
    />
  )
}
