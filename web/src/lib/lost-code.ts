import { texts } from './texts'

const lost = new WeakSet<object>()

// Vite tells of code that did not come before it throws the error. By the error's message the router would know
// it and reload the page, which while the shop is away ends on the browser's own page.
window.addEventListener('vite:preloadError', ({ payload }) => {
  lost.add(payload)
  payload.message = texts.serverAway
})

/** Whether an error is about code of this app that did not come: the shop is away, or has been renewed. */
export function isLostCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && lost.has(error)
}
