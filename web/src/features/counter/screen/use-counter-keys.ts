import { useEffect, useRef } from 'react'
import type { CounterDialog } from './counter-dialogs'

type Keys = {
  /** The scan field is empty and no dialog is open: characters act on the current line. */
  isFieldFree: boolean
  isDialogOpen: boolean
  step: (pieces: number) => void
  move: (steps: 1 | -1) => void
  remove: () => void
  pay: () => void
  open: (dialog: CounterDialog) => void
  takeBack: () => void
  back: () => void
}

/** Handles the counter's shortcuts. F1, F3, F5 and F10 to F12 keep the browser's function. */
export function useCounterKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = actOf(event, latest.current)
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

function actOf(event: KeyboardEvent, keys: Keys): (() => void) | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || keys.isDialogOpen)
    return undefined
  const act = ALWAYS[event.key]
  if (act) return () => act(keys)
  const ofTheLine = OF_THE_LINE[event.key]
  if (ofTheLine && keys.isFieldFree && isFree(event.target)) return () => ofTheLine(keys)
  return undefined
}

type Acts = Record<string, (keys: Keys) => void>

const ALWAYS: Acts = {
  F2: ({ open }) => open('CUSTOMER'),
  F4: ({ open }) => open('HOLD'),
  F6: ({ open }) => open('HELD'),
  F7: ({ takeBack }) => takeBack(),
  F8: ({ open }) => open('DISCOUNT'),
  F9: ({ pay }) => pay(),
  Escape: ({ back }) => back(),
}

const OF_THE_LINE: Acts = {
  '+': ({ step }) => step(1),
  '-': ({ step }) => step(-1),
  ArrowDown: ({ move }) => move(1),
  ArrowUp: ({ move }) => move(-1),
  Delete: ({ remove }) => remove(),
}

/** Reports whether shortcuts apply at the target: not in fields with text and select boxes. */
function isFree(target: EventTarget | null): boolean {
  return (
    !(target instanceof HTMLInputElement && target.value !== '') && !(target instanceof HTMLSelectElement)
  )
}
