import { configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished } from 'vitest'
import { type AppOptions, type OpenedApp, prepareApp } from './app'

type Options = AppOptions & {
  /** The window's width in px. */
  width?: number
}

// Longer than a query's two retries without a response.
const TIMEOUT = { timeout: 10_000 }

// Shorten failures to the message: by default they include the whole page's markup.
configure({ getElementError: (message) => new Error(message ?? undefined) })

// Tests also upload files of types that a field does not accept, which the app must reject itself.
const user = userEvent.setup({ applyAccept: false })

const window_ = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }

/** Resizes the window to a width in px. */
export function resizeTo(width: number): void {
  window_.happyDOM.setViewport({ width })
}

let close = () => {}

/** Renders the web app at a URL against a mock server; unmounts the previous one. */
export function open(path: string, { width = 1280, ...options }: Options = {}): OpenedApp {
  close()
  window_.happyDOM.setViewport({ width })
  const { app, leave, ...opened } = prepareApp(path, options)
  const { unmount } = render(app)
  close = () => {
    close = () => {}
    unmount()
    leave()
  }
  onTestFinished(() => {
    close()
    sessionStorage.clear()
  })
  return opened
}

/** Returns an element's text content on one line. */
export function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}

/** Returns all elements that match a selector. */
export function all<Found extends HTMLElement>(selector: string): Found[] {
  return [...document.querySelectorAll<Found>(selector)]
}

/** Waits until the assertion passes. */
export function until(assertion: () => void): Promise<void> {
  return waitFor(assertion, TIMEOUT)
}

/** Waits until the page contains all these texts. */
export function says(...words: string[]): Promise<void> {
  return until(() => {
    for (const text of words) expect(textOf(document.body)).toContain(text)
  })
}

/** Waits until a toast shows exactly this text. */
export function toasts(words: string): Promise<void> {
  return until(() => expect(all('[data-toast]').map(textOf)).toContain(words))
}

/** Waits for the button or link with this accessible name; returns the last of several, which is on top. */
export function button(name: string): Promise<HTMLButtonElement> {
  return waitFor(() => {
    const found = (['button', 'link'] as const).flatMap((role) =>
      screen.queryAllByRole<HTMLButtonElement>(role, { name, hidden: true }),
    )
    const top = found
      .toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
      .at(-1)
    if (!top)
      throw new Error(`no button or link is named ${name}, only ${all('button, a').map(textOf).join(' | ')}`)
    return top
  }, TIMEOUT)
}

/** Presses the button or link with this accessible name once it is enabled. */
export async function press(name: string): Promise<void> {
  const found = await button(name)
  await until(() =>
    expect(found.disabled || found.getAttribute('aria-busy') === 'true', `${name} is disabled`).toBe(false),
  )
  await user.click(found)
}

/** Presses a key where the focus is. */
export function pressKey(key: string): Promise<void> {
  return user.keyboard(key)
}

/** Clicks an element. */
export function click(element: Element): Promise<void> {
  return user.click(element)
}

/** Waits for the field with this API name; returns the last of several. */
export function field(name: string): Promise<HTMLInputElement> {
  return waitFor(() => {
    const found = all<HTMLInputElement>(`[name="${name}"]`).at(-1)
    if (!found) throw new Error(`no field is named ${name}`)
    return found
  }, TIMEOUT)
}

/** Replaces a field's text in one event, as pasting or autocompletion does. */
export async function fill(name: string, text: string): Promise<void> {
  const found = await field(name)
  if (found instanceof HTMLSelectElement) return user.selectOptions(found, text)
  if (text === '') return user.clear(found)
  await user.tripleClick(found)
  await user.paste(text)
}

/** Fills in a form and submits it with the named button. */
export async function send(values: Record<string, string>, name: string): Promise<void> {
  for (const [fieldName, text] of Object.entries(values)) await fill(fieldName, text)
  await press(name)
}

/** Returns a PNG file for a file field. */
export function picture(name = 'milk.png'): File {
  const signature = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new File([signature], name, { type: 'image/png' })
}

/** Selects files in a file field. */
export async function choose(name: string, ...files: File[]): Promise<void> {
  const found = await field(name)
  await until(() => expect(found.disabled).toBe(false))
  await user.upload(found, files)
}
