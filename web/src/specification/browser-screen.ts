import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { type AppOptions, type OpenedApp, prepareApp } from './app'
import '@/styles/global.css'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 900 }

type Options = AppOptions & {
  /** The window's size in px; defaults to a desktop's. */
  size?: typeof PHONE
}

let leave = () => {}

async function close(): Promise<void> {
  await cleanup()
  leave()
  leave = () => {}
}

/** Renders the web app in Chromium at a URL against a mock server; unmounts the previous one. */
export async function open(path: string, { size = DESKTOP, ...options }: Options = {}): Promise<OpenedApp> {
  await close()
  await page.viewport(size.width, size.height)
  const { app, leave: leaveApp, ...opened } = prepareApp(path, options)
  leave = leaveApp
  onTestFinished(async () => {
    await close()
    localStorage.clear()
    sessionStorage.clear()
  })
  await render(app)
  return opened
}
