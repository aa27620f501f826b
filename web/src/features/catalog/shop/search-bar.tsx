import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { texts as shell } from '@/lib/texts'
import { saveRecentSearch } from '../recent-searches'
import { texts } from '../texts'
import { SearchPlaceholder } from './search-placeholder'

// A press on the link focuses the field of the page it opens; going back to a search does not.
let focusNextField = false

/** In place of the search field on every other page: a link to the search page that looks like it. */
export function SearchLink() {
  const [stopped, setStopped] = useState(false)
  return (
    <Link
      to="/search"
      search={{ q: '' }}
      className="find"
      aria-label={texts.search}
      onFocus={() => setStopped(true)}
      onClick={({ metaKey, ctrlKey, shiftKey }) => {
        focusNextField = !metaKey && !ctrlKey && !shiftKey
      }}
    >
      <Search className="ic" />
      <SearchPlaceholder stopped={stopped} />
    </Link>
  )
}

/** The search field of the search page. Every change of its text is in the URL at once. */
export function SearchBar() {
  // Undefined while the router leaves the page.
  const { q } = useSearch({ from: '/search', shouldThrow: false }) ?? { q: '' }
  const navigate = useNavigate({ from: '/search' })
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)

  // A change of the URL from elsewhere (back, a link) replaces the text; one from here only lacks the outer spaces.
  if (text.trim() !== q && document.activeElement !== input.current) setText(q)
  useEffect(() => {
    if (focusNextField) input.current?.focus({ preventScroll: true })
    focusNextField = false
  }, [])

  const type = (typed: string) => {
    setText(typed)
    void navigate({
      search: ({ page: _, ...rest }) => ({ ...rest, q: typed.trim() }),
      replace: true,
    })
  }
  const clear = () => {
    type('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      clear()
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      saveRecentSearch(text)
      input.current?.blur()
    }
  }
  return (
    <search className="find find--on">
      <Link to="/" className="find__back md:hidden" aria-label={shell.goBack}>
        <ArrowLeft className="ic" />
      </Link>
      <Search className="ic max-md:hidden" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        name="q"
        className="find__input"
        aria-label={texts.searchFor}
        placeholder={texts.searchFor}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text && (
        <button type="button" className="find__clear" aria-label={texts.clearSearch} onClick={clear}>
          <X className="ic" />
        </button>
      )}
    </search>
  )
}
