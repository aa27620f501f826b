import { type ComponentType, lazy } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: a component with any props
type Load<Component extends ComponentType<any>> = () => Promise<{ default: Component }>

const pendingLoads = new Set<() => Promise<unknown>>()

/** React.lazy whose chunk preloadLazyComponents can also fetch ahead of the first render. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function lazyWithPreload<Component extends ComponentType<any>>(load: Load<Component>) {
  pendingLoads.add(load)
  return lazy(load)
}

/** Fetches the chunks of all lazy components known by now; a chunk that fails is fetched again when it is rendered. */
export async function preloadLazyComponents(): Promise<void> {
  for (const load of pendingLoads) {
    pendingLoads.delete(load)
    await load().catch(() => undefined)
  }
}
