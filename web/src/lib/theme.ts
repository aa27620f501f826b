import { useSyncExternalStore } from 'react'

const YEAR = 31_536_000
const listeners = new Set<() => void>()

function isDark(): boolean {
  return document.documentElement.classList.contains('dark')
}

function wear(dark: boolean): void {
  document.documentElement.classList.toggle('dark', dark)
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    if (!/(?:^|; )theme=/.test(document.cookie)) wear(system.matches)
  }
  listeners.add(listener)
  system.addEventListener('change', follow)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', follow)
  }
}

/** Whether the shop is shown dark, and how to choose. Without a choice it follows the system. */
export function useDarkTheme(): [boolean, (dark: boolean) => void] {
  const dark = useSyncExternalStore(watch, isDark, () => false)
  return [dark, choose]
}

function choose(dark: boolean): void {
  // A cookie, because logging out empties local storage; index.html reads it before the first paint.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
  document.cookie = `theme=${dark ? 'dark' : 'light'}; path=/; max-age=${YEAR}; samesite=lax`
  wear(dark)
}
