import { useEffect, useRef } from 'react'
import { STAGES } from '../stages'
import type { DeskSearch } from './desk-search'

/** The actions of the desk's keyboard shortcuts. */
export type DeskAction =
  | 'down'
  | 'up'
  | 'open'
  | 'next'
  | 'choose'
  | 'chooseUpTo'
  | 'chooseStage'
  | 'print'
  | 'pick'
  | 'phone'
  | 'undo'
  | 'find'
  | 'sound'
  | 'keys'
  | 'clear'
  | { show: DeskSearch['show'] }

const ACTIONS: Record<string, DeskAction> = {
  j: 'down',
  k: 'up',
  Enter: 'open',
  n: 'next',
  x: 'choose',
  X: 'chooseUpTo',
  a: 'chooseStage',
  p: 'print',
  l: 'pick',
  o: 'phone',
  z: 'undo',
  '/': 'find',
  m: 'sound',
  '?': 'keys',
  Escape: 'clear',
}

/** The filter chips from left to right. */
const FILTERS: DeskSearch['show'][] = ['PROBLEMS', undefined, ...STAGES]

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Returns the action of a key: a letter, or 1 to 7 for the chips. Keys with Ctrl, Alt or Meta belong to the browser. */
export function deskAction({ key, ctrlKey, metaKey, altKey }: Key): DeskAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const chip = Number(key) - 1
  if (/^[1-7]$/.test(key)) return { show: FILTERS[chip] }
  return ACTIONS[key]
}

/** The elements that receive typed letters. */
export const FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
const DIALOGS = '[role=dialog], [role=alertdialog]'
const OWN_ENTER = 'a, button, summary'

/** Calls `onAction` for the desk's shortcuts while no field has the focus and no dialog is open. */
export function useDeskKeys(onAction: (action: DeskAction) => void): void {
  const latest = useRef(onAction)
  useEffect(() => {
    latest.current = onAction
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.defaultPrevented || target.closest(FIELDS) || document.querySelector(DIALOGS)) return
      const action = deskAction(event)
      if (!action || (action === 'open' && target.closest(OWN_ENTER))) return
      // Key repeat moves only the selection: each stage step needs its own key press.
      if (event.repeat && action !== 'down' && action !== 'up') return
      event.preventDefault()
      latest.current(action)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
