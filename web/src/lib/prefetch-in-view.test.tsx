import { render } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { startPrefetchingInView, usePrefetchInView } from './prefetch-in-view'

/** The observer's callback, with which a test moves elements into view and out of it. */
let notify: IntersectionObserverCallback = () => {}

vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(callback: IntersectionObserverCallback) {
      notify = callback
    }
    observe() {}
    unobserve() {}
  },
)

function Item({ name, prefetch }: { name: string; prefetch: () => Promise<unknown> }) {
  const element = useRef<HTMLLIElement>(null)
  usePrefetchInView(element, prefetch)
  return <li ref={element}>{name}</li>
}

test('elements in view are prefetched once, four at a time, and not after leaving the view', async () => {
  const ends: (() => void)[] = []
  const begun: string[] = []
  const prefetch = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const { getByText } = render(names.map((name) => <Item key={name} name={name} prefetch={prefetch(name)} />))
  const move = (name: string, isIntersecting: boolean) =>
    notify(
      [{ target: getByText(name), isIntersecting } as unknown as IntersectionObserverEntry],
      {} as IntersectionObserver,
    )

  for (const name of names.slice(0, 6)) move(name, true)
  expect(begun, 'before the page is loaded').toEqual([])
  startPrefetchingInView()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  move('e', false)
  ends[0]?.()
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c', 'd', 'f']))
  move('a', true)
  for (const end of ends) end()
  await vi.waitFor(() => expect(ends).toHaveLength(5))
  move('e', true)
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'f', 'e'])
})
