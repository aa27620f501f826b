import { useSyncExternalStore } from 'react'
import { readChoice, saveChoice } from './device-choice'

const listeners = new Set<() => void>()

function isDark(): boolean {
  return document.documentElement.classList.contains('dark')
}

function applyTheme(dark: boolean): void {
  document.documentElement.classList.toggle('dark', dark)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    if (!readChoice('theme')) applyTheme(system.matches)
  }
  listeners.add(listener)
  system.addEventListener('change', follow)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', follow)
  }
}

/** Returns whether the dark theme is active, and its setter. Without a saved choice the theme follows the system. */
export function useDarkTheme(): [boolean, (dark: boolean) => void] {
  const dark = useSyncExternalStore(subscribe, isDark, () => false)
  return [dark, setTheme]
}

function setTheme(dark: boolean): void {
  // index.html reads it before the first paint.
  saveChoice('theme', dark ? 'dark' : 'light', '/')
  applyTheme(dark)
}
