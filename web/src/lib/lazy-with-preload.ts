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

/**
 * lazyWithPreload for a part that a page does without, of which `pick` returns the component: it renders nothing while
 * its chunk does not load.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function lazyPart<Module, Component extends ComponentType<any>>(
  load: () => Promise<Module>,
  pick: (module: Module) => Component,
) {
  const Nothing = (() => null) as unknown as Component
  return lazyWithPreload(() =>
    load().then(
      (module) => ({ default: pick(module) }),
      () => ({ default: Nothing }),
    ),
  )
}

/** Fetches the chunks of all lazy components known by now; a chunk that fails is fetched again when it is rendered. */
export async function preloadLazyComponents(): Promise<void> {
  for (const load of pendingLoads) {
    pendingLoads.delete(load)
    await load().catch(() => undefined)
  }
}
