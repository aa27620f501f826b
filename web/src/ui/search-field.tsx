import { useRouterState } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { texts } from '@/lib/texts'
import { useAfterPaint } from '@/lib/use-after-paint'
import { Icon } from './icon'
import styles from './search-field.module.css'

/** The class of a link that looks like a SearchField without focus. */
export const searchFieldClass = styles.searchField

type Props = {
  label: string
  /** Defaults to the label. */
  placeholder?: string
  /** The query in the URL. */
  query: string
  /** Called with the trimmed text on every change. */
  onSearch: (query: string) => void
  /**
   * For searches that render much: the typed letters are painted first and `onSearch` is called once per frame, at the
   * latest when the field loses the focus.
   */
  deferred?: boolean
  /** Called when Enter is pressed. */
  onSubmit?: (query: string) => void
  /** Called when the down arrow key is pressed. */
  onArrowDown?: () => void
  /** The style: in the header, or above a list. */
  variant?: 'header' | 'list'
  /** Replaces the magnifying glass. */
  leading?: ReactNode
  inputRef?: RefObject<HTMLInputElement | null>
  className?: string
}

/**
 * A search field whose query is written to the URL on every change. If the URL changes otherwise (back, a link), the field
 * follows. While focused, it keeps leading and trailing spaces that the URL omits. Escape clears it.
 */
export function SearchField(props: Props) {
  const {
    label,
    placeholder = label,
    query,
    onSearch,
    deferred = false,
    onSubmit,
    onArrowDown,
    variant = 'list',
    leading,
    inputRef,
    className,
  } = props
  const ownRef = useRef<HTMLInputElement>(null)
  const input = inputRef ?? ownRef
  const [text, setText] = useState(query)
  const [focused, setFocused] = useState(false)
  // Queries sent from here that the URL does not show yet; the router may skip some of them.
  const pending = useRef<string[]>([])
  // Whether the text typed last waits for its frame: nothing replaces it until then.
  const unsent = useRef(false)
  useEffect(() => {
    if (unsent.current) return
    const sent = pending.current.indexOf(query)
    pending.current = pending.current.slice(sent + 1)
    if (!focused || sent < 0) setText((current) => (current.trim() === query ? current : query))
  }, [focused, query])
  const settled = useRouterState({ select: ({ status }) => status === 'idle' })
  useEffect(() => {
    if (!settled || unsent.current || pending.current.length === 0) return
    // No navigation is in progress: another navigation has replaced the pending queries, so the URL wins.
    pending.current = []
    setText((current) => (current.trim() === query ? current : query))
  }, [settled, query])
  const { schedule, flush } = useAfterPaint()
  const type = (typed: string) => {
    setText(typed)
    unsent.current = true
    const send = () => {
      unsent.current = false
      pending.current.push(typed.trim())
      onSearch(typed.trim())
    }
    if (deferred) schedule(send)
    else send()
  }
  const clear = () => {
    type('')
    input.current?.focus()
  }
  return (
    <search
      className={classNames(
        styles.searchField,
        variant === 'header' ? styles.header : styles.list,
        className,
      )}
    >
      {leading ?? <Icon icon={Search} />}
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        name="q"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={text}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          flush()
          setFocused(false)
        }}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            clear()
          }
          if (event.key === 'ArrowDown' && onArrowDown) {
            event.preventDefault()
            onArrowDown()
          }
          if (event.key === 'Enter' && onSubmit) {
            event.preventDefault()
            onSubmit(text)
          }
        }}
      />
      {text && (
        <button type="button" className={styles.clear} aria-label={texts.clearSearch} onClick={clear}>
          <Icon icon={X} />
        </button>
      )}
    </search>
  )
}
