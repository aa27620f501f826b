import { type RefObject, useEffect, useRef } from 'react'
import { savesData } from './save-data'

type Prefetch = () => Promise<unknown>

/** So few that a slow line has room for what the shopper does next. */
const MAX_AT_ONCE = 4

/** What is prefetched for an element, while it waits to come into view. */
const observed = new Map<Element, Prefetch>()
/** The elements in view whose prefetch has not begun, in the order in which they came. */
const waiting = new Set<Element>()
let observer: IntersectionObserver | undefined
let running = 0
let started = false

/** Begins with the prefetches of usePrefetchInView; before it, all of the line is the page's own. */
export function startPrefetchingInView(): void {
  started = true
  runWaiting()
}

/**
 * Runs `prefetch` once the element is in view, unless it has left it before its turn: four at a time, and none where data
 * is to be spared.
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
