/** A press of a button, or a choice in a list. */
type EarlyEvent = { type: 'click' | 'change'; target: HTMLElement | null }

declare global {
  interface Window {
    /** What happened on a page that the server rendered before it worked: recorded by the inline script in index.html. */
    earlyEvents?: EarlyEvent[]
  }
}

/** Does what was pressed or chosen before the page worked; call it once React listens. */
export function replayEarlyEvents(): void {
  const events = window.earlyEvents ?? []
  dropEarlyEvents()
  const submitted = new Set<EventTarget>()
  for (const { type, target } of events) {
    if (!target?.isConnected) continue
    if (target instanceof HTMLButtonElement && target.type === 'submit') {
      // Pressed again because nothing happened: the form is sent once.
      if (submitted.has(target)) continue
      submitted.add(target)
    }
    if (type === 'click') target.click()
    else target.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

/** Stops recording. */
export function dropEarlyEvents(): void {
  window.earlyEvents = undefined
}
