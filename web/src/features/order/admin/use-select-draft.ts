import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

const SAVE_DELAY_MS = 1_000

/**
 * The value of a select that is not saved with every arrow key: `onCommit` is called at once for what was chosen by
 * pointer; for what keys pass by only on Enter, on leaving, or after a second's rest. Escape takes it back.
 */
export function useSelectDraft<Value extends string>(value: Value, onCommit: (value: Value) => void) {
  const [draft, setDraft] = useState<Value>()
  const byKeys = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const commit = (chosen: Value | undefined) => {
    clearTimeout(timer.current)
    setDraft(undefined)
    if (chosen !== undefined && chosen !== value) onCommit(chosen)
  }
  const handlers = {
    onPointerDown: () => {
      byKeys.current = false
    },
    onKeyDown: (event: KeyboardEvent) => {
      byKeys.current = true
      if (draft === undefined) return
      if (event.key === 'Enter') commit(draft)
      if (event.key === 'Escape') commit(undefined)
    },
    onChange: ({ target }: { target: { value: string } }) => {
      const chosen = target.value as Value
      if (!byKeys.current) return commit(chosen)
      setDraft(chosen)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => commit(chosen), SAVE_DELAY_MS)
    },
    onBlur: () => {
      byKeys.current = false
      if (draft !== undefined) commit(draft)
    },
  }
  return { value: draft ?? value, handlers }
}
