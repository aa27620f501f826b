import { useEffect, useRef } from 'react'
import { ScanDecoder } from '../scan-decoder'

type Field = HTMLInputElement | HTMLTextAreaElement

/** What fields had before a scan typed into them: the focus may move while it types. */
type Typed = Map<Field, string>

/**
 * Hears a scanner wherever the focus is. A scan lands in no field: what it typed before it was known as one is taken out
 * again. `onSign` gets a sign that a person typed alone, a moment later.
 */
export function useScanner(onScan: (code: string) => void, onSign: (sign: string) => void): void {
  const latest = useRef({ onScan, onSign })
  useEffect(() => {
    latest.current = { onScan, onSign }
  })
  useEffect(() => {
    const decoder = new ScanDecoder()
    const before: Typed = new Map()
    let alone: ReturnType<typeof setTimeout> | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      // A key that is held down repeats as fast as a scanner.
      const { kind, ...rest } = decoder.press(event.repeat ? 'Repeat' : event.key, event.timeStamp)
      if (kind === 'sign') {
        clearTimeout(alone)
        if (decoder.length === 1) before.clear()
        note(before, document.activeElement)
        if (decoder.length === 1) {
          alone = setTimeout(() => latest.current.onSign(event.key), ALONE_MS)
        }
        return
      }
      if (kind === 'other') return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!('code' in rest)) return
      clearTimeout(alone)
      restore(before)
      latest.current.onScan(rest.code)
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => {
      clearTimeout(alone)
      window.removeEventListener('keydown', onKeyDown, true)
    }
  }, [])
}

/** After this pause a sign is a person's. */
const ALONE_MS = 60

/** Notes what the field with the focus has, the first time that it gets a sign. */
function note(before: Typed, element: Element | null): void {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  if (isField && !before.has(element)) before.set(element, element.value)
}

/** Gives the fields back what they had, as if it was typed: React listens to that alone. */
function restore(before: Typed): void {
  for (const [field, value] of before) {
    if (field.value === value) continue
    const prototype =
      field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
