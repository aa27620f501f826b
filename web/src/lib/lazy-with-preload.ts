import { type ComponentType, lazy } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: a component with any props
type Load<Component extends ComponentType<any>> = () => Promise<{ default: Component }>

type PendingLoads = Set<() => Promise<unknown>>
const pendingLoads: PendingLoads = new Set()
const pendingParts: PendingLoads = new Set()

/** React.lazy whose chunk preloadLazyComponents can fetch before the first render. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function lazyWithPreload<Component extends ComponentType<any>>(load: Load<Component>) {
  pendingLoads.add(load)
  return lazy(load)
}

/**
 * React.lazy for an optional part of a page that only logged-in users see; `pick` selects the component from the module.
 * It renders nothing if its chunk fails to load. preloadLazyParts can fetch the chunk earlier.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function lazyPart<Module, Component extends ComponentType<any>>(
  load: () => Promise<Module>,
  pick: (module: Module) => Component,
) {
  const Nothing = (() => null) as unknown as Component
  const loadPart = () =>
    load().then(
      (module) => ({ default: pick(module) }),
      () => ({ default: Nothing }),
    )
  pendingParts.add(loadPart)
  return lazy(loadPart)
}

/** Fetches the chunks of all lazy components registered so far. A chunk that fails is fetched again on render. */
export const preloadLazyComponents = () => preload(pendingLoads)

/** Fetches the chunks of lazyPart components, which only logged-in users need. */
export const preloadLazyParts = () => preload(pendingParts)

async function preload(pending: PendingLoads): Promise<void> {
  for (const load of pending) {
    pending.delete(load)
    await load().catch(() => undefined)
  }
}
