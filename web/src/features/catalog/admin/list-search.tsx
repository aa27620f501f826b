import { Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { texts } from './texts'

type Props = {
  label: string
  /** The words in the address. */
  q: string
  onSearch: (q: string) => void
}

/** The search field over one of the administrator's lists. Every change of the text is in the address at once. */
export function ListSearch({ label, q, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  // The address leads when it changes by itself (back, a link); while typing it only lacks the outer spaces.
  if (text.trim() !== q && document.activeElement !== input.current) setText(q)
  const type = (typed: string) => {
    setText(typed)
    onSearch(typed.trim())
  }
  return (
    <search className="find find--list">
      <Search className="ic" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        name="q"
        className="find__input"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && type('')}
      />
      {text && (
        <button
          type="button"
          className="find__clear"
          aria-label={texts.clearSearch}
          onClick={() => {
            type('')
            input.current?.focus()
          }}
        >
          <X className="ic" />
        </button>
      )}
    </search>
  )
}
