import { type ComponentType, lazy } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: what a component takes is of no concern here
type Load<Component extends ComponentType<any>> = () => Promise<{ default: Component }>

const waiting = new Set<() => Promise<unknown>>()

/** A component whose code comes when it is first shown, or before that by fetchLater. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function later<Component extends ComponentType<any>>(load: Load<Component>) {
  waiting.add(load)
  return lazy(load)
}

/** Fetches the code of every such component that is known by now; one that does not come is left for later. */
export async function fetchLater(): Promise<void> {
  for (const load of waiting) {
    waiting.delete(load)
    await load().catch(() => undefined)
  }
}
