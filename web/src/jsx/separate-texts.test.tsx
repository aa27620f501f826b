import { render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

afterEach(() => document.body.replaceChildren())

/** Replaces each text node by an element with another text, as the translators of browsers do. */
function translate(): void {
  const texts: Node[] = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) texts.push(walk.currentNode)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = `«${text.nodeValue}»`
    ;(text as ChildNode).replaceWith(font)
  }
}

/** Renders a text without an element of its own. */
const Words = ({ children }: { children: string }) => <>{children}</>

type Props = { icon?: boolean; note?: string; count?: number }

const SHAPES: Record<string, (props: Props) => React.ReactNode> = {
  'an icon before a text': ({ icon }) => <p>{icon && <i />}Milk</p>,
  'a text that comes and goes': ({ note }) => (
    <p>
      <b>Milk</b>
      {note}
    </p>
  ),
  'texts and values': ({ count = 0 }) => (
    <p>
      {count} of <b>Milk</b> left
    </p>
  ),
  'a text alone': ({ note }) => <p>{note}</p>,
  'texts alone': ({ count = 0, note }) => (
    <p>
      Only {count}, {note}
    </p>
  ),
  'a fragment with a text': ({ note }) => <p>{note ? <Words>{note}</Words> : <i />}</p>,
  'a choice of text and element': ({ note }) => (
    <p>
      <b>Milk</b>
      {note ? note : <i />}
    </p>
  ),
}

test.each(Object.entries(SHAPES))(
  '%s is rendered again after a translator replaced its texts',
  (_, Shape) => {
    const before: Props = { icon: false, note: 'fresh', count: 1 }
    for (const next of [
      { icon: true, count: 2 },
      { icon: true, note: 'cold', count: 2 },
    ]) {
      const { rerender, container, unmount } = render(<Shape {...before} />)
      translate()
      rerender(<Shape {...next} />)
      rerender(<Shape {...before} />)
      const { container: fresh } = render(<Shape {...before} />)
      expect(container.textContent?.replace(/[«»]/g, '')).toBe(fresh.textContent)
      unmount()
    }
  },
)

test('a changed text is rendered', () => {
  const { rerender, container } = render(SHAPES['texts and values']?.({ count: 1 }))
  translate()
  rerender(SHAPES['texts and values']?.({ count: 2 }))
  expect(container.textContent).toContain('2 of')
})

test('a field beside a conditional text keeps its value', () => {
  const form = (note: string | undefined) => (
    <label>
      Name {note}
      <input />
    </label>
  )
  const { rerender, container } = render(form(undefined))
  const input = container.querySelector('input') as HTMLInputElement
  input.value = 'typed'
  rerender(form('(short)'))
  expect(container.querySelector('input')).toBe(input)
  expect(container.textContent).toBe('Name (short)')
})
