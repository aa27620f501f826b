import { useEffect, useRef } from 'react'
import { ScanDecoder } from '../scan-decoder'

/** What a field had before a scan typed into it. */
type Typed = { field: HTMLInputElement | HTMLTextAreaElement; value: string } | undefined

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
    let before: Typed
    let alone: ReturnType<typeof setTimeout> | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      // A key that is held down repeats as fast as a scanner.
      const { kind, ...rest } = decoder.press(event.repeat ? 'Repeat' : event.key, event.timeStamp)
      if (kind === 'sign') {
        clearTimeout(alone)
        if (decoder.length === 1) {
          before = typedInto(document.activeElement)
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

function typedInto(element: Element | null): Typed {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  return isField ? { field: element, value: element.value } : undefined
}

/** Gives a field back what it had, as if it was typed: React listens to that alone. */
function restore(before: Typed): void {
  if (!before || before.field.value === before.value) return
  const { field, value } = before
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
