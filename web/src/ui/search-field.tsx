import { useRouterState } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { texts } from '@/lib/texts'
import { useAfterPaint } from '@/lib/use-after-paint'
import { Icon } from './icon'
import styles from './search-field.module.css'

/** The class of a link that looks like a SearchField at rest. */
export const searchFieldClass = styles.searchField

type Props = {
  label: string
  /** The label unless given. */
  placeholder?: string
  /** The query in the address. */
  query: string
  /** Called with the trimmed text at every change. */
  onSearch: (query: string) => void
  /**
   * For a search that renders much: a letter is painted before `onSearch` is called, once for the letters of one frame,
   * and at the latest when the field loses the focus.
   */
  deferred?: boolean
  /** Enter was pressed on this text. */
  onSubmit?: (query: string) => void
  /** The down arrow key was pressed. */
  onArrowDown?: () => void
  /** On the header, or above a list. */
  variant?: 'header' | 'list'
  /** In place of the magnifying glass. */
  leading?: ReactNode
  inputRef?: RefObject<HTMLInputElement | null>
  className?: string
}

/**
 * A search whose query is written to the URL at every change. The URL leads when it changes by itself (back, a
 * link); while it has the focus it only lacks the outer spaces. Escape empties it.
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
  // Queries sent from here that the address may not show yet; it may also skip some of them.
  const pending = useRef<string[]>([])
  useEffect(() => {
    const sent = pending.current.indexOf(query)
    pending.current = pending.current.slice(sent + 1)
    if (!focused || sent < 0) setText((current) => (current.trim() === query ? current : query))
  }, [focused, query])
  const settled = useRouterState({ select: ({ status }) => status === 'idle' })
  useEffect(() => {
    if (!settled || pending.current.length === 0) return
    // No navigation is under way: a link has overtaken what was typed, and the address leads.
    pending.current = []
    setText((current) => (current.trim() === query ? current : query))
  }, [settled, query])
  const { schedule, flush } = useAfterPaint()
  const type = (typed: string) => {
    setText(typed)
    const send = () => {
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
