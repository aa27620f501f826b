import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { texts as shell } from '@/lib/texts'
import { rememberSearch } from '../recent-searches'
import { texts } from '../texts'
import { SearchHint } from './search-hint'

// Whoever pressed the bar at rest wants to type; whoever comes back to a search wants to read.
let pressed = false

/** The bar at rest, everywhere but on the search page: a typed hint that leads there. */
export function RestingSearchBar() {
  const [stopped, setStopped] = useState(false)
  return (
    <Link
      to="/search"
      search={{ q: '' }}
      className="find"
      aria-label={texts.search}
      onFocus={() => setStopped(true)}
      onClick={({ metaKey, ctrlKey, shiftKey }) => {
        pressed = !metaKey && !ctrlKey && !shiftKey
      }}
    >
      <Search className="ic" />
      <SearchHint stopped={stopped} />
    </Link>
  )
}

/** The bar on the search page. Every change of the text is in the address at once. */
export function SearchBar() {
  // Undefined for the moment in which the page is being left.
  const { q } = useSearch({ from: '/search', shouldThrow: false }) ?? { q: '' }
  const navigate = useNavigate({ from: '/search' })
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)

  // The address leads when it changes by itself (back, a link); while typing it only lacks the outer spaces.
  if (text.trim() !== q && document.activeElement !== input.current) setText(q)
  useEffect(() => {
    if (pressed) input.current?.focus({ preventScroll: true })
    pressed = false
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
      rememberSearch(text)
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
