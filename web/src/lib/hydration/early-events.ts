/** A click on a button or a change of a select. */
type EarlyEvent = { type: 'click' | 'change'; target: HTMLElement | null }

declare global {
  interface Window {
    /** Events on a server-rendered page before hydration, recorded by the inline script in index.html. */
    earlyEvents?: EarlyEvent[]
  }
}

/** Replays clicks and changes recorded before hydration; call it once React has attached its listeners. */
export function replayEarlyEvents(): void {
  const events = window.earlyEvents ?? []
  dropEarlyEvents()
  const submitted = new Set<EventTarget>()
  for (const { type, target } of events) {
    if (!target?.isConnected) continue
    if (target instanceof HTMLButtonElement && target.type === 'submit') {
      // The user clicked again because nothing happened: submit the form once.
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
