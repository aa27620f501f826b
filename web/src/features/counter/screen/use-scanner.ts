import { useEffect, useRef } from 'react'
import { ScanDecoder } from '../scan-decoder'

type Field = HTMLInputElement | HTMLTextAreaElement

/** The focused field and its text before a key: the focus may move during a scan. */
type Typed = { field: Field; text: string } | undefined

/**
 * Detects scans wherever the focus is. The characters of a scan are removed again from the field into which they were
 * typed. `onSign` gets a single character typed by a person, after a short delay.
 */
export function useScanner(onScan: (code: string) => void, onSign: (sign: string) => void): void {
  const latest = useRef({ onScan, onSign })
  useEffect(() => {
    latest.current = { onScan, onSign }
  })
  useEffect(() => {
    const decoder = new ScanDecoder()
    let typed: Typed[] = []
    let alone: ReturnType<typeof setTimeout> | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const before = focusedField()
      // A key that is held down repeats as fast as a scanner types.
      const key = event.repeat ? 'Repeat' : event.key
      const decoded = decoder.press(key, event.timeStamp, before?.text)
      if (decoded.kind === 'other') return
      if (decoded.kind === 'sign') {
        typed = [...typed, before].slice(-decoder.length)
        clearTimeout(alone)
        if (decoded.isAlone) alone = setTimeout(() => latest.current.onSign(key), ALONE_MS)
        return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
      if (decoded.kind !== 'scan') return
      clearTimeout(alone)
      restore(typed.slice(-decoded.length))
      latest.current.onScan(decoded.code)
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => {
      clearTimeout(alone)
      window.removeEventListener('keydown', onKeyDown, true)
    }
  }, [])
}

/** In ms: after this pause a character counts as typed by a person. */
const ALONE_MS = 60

function focusedField(): Typed {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isField ? { field, text: field.value } : undefined
}

/** Restores the fields' former texts through input events, since React ignores direct assignments. */
function restore(typed: Typed[]): void {
  const first = new Map<Field, string>()
  for (const before of typed) if (before && !first.has(before.field)) first.set(before.field, before.text)
  for (const [field, text] of first) {
    if (field.value === text) continue
    const prototype =
      field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
