import { type KeyboardEvent, useRef, useState } from 'react'

/**
 * The state of a select that does not save on every arrow key. A choice by pointer calls `onCommit` immediately; a
 * choice by keyboard only on Enter or on blur. Escape reverts it.
 */
export function useSelectDraft<Value extends string>(value: Value, onCommit: (value: Value) => void) {
  const [draft, setDraft] = useState<Value>()
  const byKeys = useRef(false)

  const commit = (chosen: Value | undefined) => {
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
    },
    onBlur: () => {
      byKeys.current = false
      if (draft !== undefined) commit(draft)
    },
  }
  return { value: draft ?? value, handlers }
}
