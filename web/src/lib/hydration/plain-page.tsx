import { type ReactNode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { OnMount } from './on-mount'
import { type Field, typeInto } from './typed-fields'

/** Opens the search page with a query; `focused` moves the focus to its field. */
type OpenSearch = (query: string, focused: boolean) => void

/**
 * Renders the app in place of a plain page, in one commit. The text, caret and focus of the plain page's search field move to
 * the app's field. A page of the app without one opens the search page instead.
 */
export function replacePlainPage(root: HTMLElement, app: ReactNode, openSearch: OpenSearch): void {
  // Render into a separate container: React would empty `root`, so that the field loses the focus, before any effect
  // runs.
  const container = root.cloneNode(false) as HTMLElement
  const before = searchFieldIn(root)
  const show = () => {
    const focused = before !== null && document.activeElement === before
    root.replaceWith(container)
    // Wait for the end of the commit: only then does React handle events. No key press can come in between.
    queueMicrotask(() => before && moveSearch(before, focused))
  }
  const moveSearch = (before: Field, focused: boolean) => {
    const typed = before.value.trim() !== before.defaultValue
    const field = searchFieldIn(container)
    if (!field) {
      if (typed || focused) openSearch(before.value.trim(), focused)
      return
    }
    if (typed) typeInto(field, before.value)
    if (!focused) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(before.selectionStart, before.selectionEnd)
  }
  startTransition(() =>
    createRoot(container).render(
      <>
        <OnMount run={show} />
        {app}
      </>,
    ),
  )
}

const searchFieldIn = (root: HTMLElement) => root.querySelector<Field>('input[name="q"]')
