import { type RefObject, useEffect, useRef } from 'react'
import { savesData } from './save-data'

type Prefetch = () => Promise<unknown>

/** Few enough to leave a slow connection room for the user's next action. */
const MAX_AT_ONCE = 4

/** The prefetch of each observed element that has not come into view. */
const observed = new Map<Element, Prefetch>()
/** Elements in view whose prefetch has not started, in the order of their appearance. */
const waiting = new Set<Element>()
let observer: IntersectionObserver | undefined
let running = 0
let started = false

/** Starts the prefetches of usePrefetchInView. Until it is called, the page's own requests have the whole bandwidth. */
export function startPrefetchingInView(): void {
  started = true
  runWaiting()
}

/**
 * Runs `prefetch` once the element is in view; an element that leaves the view before its turn is skipped. At most four run
 * at a time, and none while the data saver is on.
 */
export function usePrefetchInView(element: RefObject<Element | null>, prefetch: Prefetch): void {
  const latest = useRef(prefetch)
  useEffect(() => {
    latest.current = prefetch
  })
  useEffect(() => {
    const target = element.current
    if (!target || savesData()) return
    observed.set(target, () => latest.current())
    observer ??= new IntersectionObserver(onIntersections)
    observer.observe(target)
    return () => stopObserving(target)
  }, [element])
}

function onIntersections(entries: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (isIntersecting) waiting.add(target)
    else waiting.delete(target)
  }
  runWaiting()
}

function runWaiting(): void {
  if (!started) return
  for (const target of waiting) {
    if (running === MAX_AT_ONCE) return
    const prefetch = observed.get(target)
    stopObserving(target)
    if (prefetch) void run(prefetch)
  }
}

async function run(prefetch: Prefetch): Promise<void> {
  running++
  await prefetch()
  running--
  runWaiting()
}

function stopObserving(target: Element): void {
  observer?.unobserve(target)
  observed.delete(target)
  waiting.delete(target)
}
