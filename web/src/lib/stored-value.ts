import { useSyncExternalStore } from 'react'

/**
 * Whom a stored value belongs to, and so how long it stays:
 * - `tab`: in session storage, until the tab is closed
 * - `login`: in local storage, until the login ends
 * - `work`: in local storage, what one user has not sent or saved yet; it waits for them when the login ends by itself
 */
type Owner = 'tab' | 'login' | 'work'

/** How a value is written as text. `parse` may throw; undefined stands for malformed text. */
type Schema<Value> = { parse: (text: string) => Value | undefined; format: (value: Value) => string }

export const asText: Schema<string> = { parse: (text) => text, format: (text) => text }

/** The schema of a value stored as JSON; `check` returns undefined for a malformed value. */
export function asJson<Value>(check: (json: unknown) => Value | undefined): Schema<Value> {
  return { parse: (text) => check(JSON.parse(text)), format: JSON.stringify }
}

export type StoredValue<Value> = {
  read: () => Value | undefined
  /** Stores the value; undefined removes it. */
  write: (value: Value | undefined) => void
}

export const WORK = 'work.'
const USER_ID = 'userId'

/** What a blocked or full storage did not take, by key; it lives as long as the page. */
export const unstored = { tab: new Map<string, string | null>(), local: new Map<string, string | null>() }
export type Area = keyof typeof unstored

/** The browser's storage; reading it throws where it is blocked, and it is null where a web view has none. */
export const storageOf = (area: Area): Storage | null => (area === 'tab' ? sessionStorage : localStorage)

export function readText(area: Area, key: string): string | null {
  const text = unstored[area].get(key)
  if (text !== undefined) return text
  try {
    return storageOf(area)?.getItem(key) ?? null
  } catch {
    return null
  }
}

export function writeText(area: Area, key: string, text: string | null): void {
  unstored[area].set(key, text)
  try {
    const storage = storageOf(area)
    if (!storage) return
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
    unstored[area].delete(key)
  } catch {
    // Blocked or full: the page goes on with the value in memory.
  }
}

/** Returns the one place where a value is read, checked and written. */
export function storedValue<Value>(name: string, owner: Owner, schema: Schema<Value>): StoredValue<Value> {
  const area: Area = owner === 'tab' ? 'tab' : 'local'
  const keyNow = () => (owner === 'work' ? workKey(name) : name)
  let cached: { text: string | null; value: Value | undefined } = { text: null, value: undefined }
  return {
    read() {
      const text = readText(area, keyNow())
      // The same object for the same text: React compares them.
      if (text !== cached.text) {
        cached = { text, value: undefined }
        try {
          if (text !== null) cached.value = schema.parse(text)
        } catch {
          // No such value.
        }
      }
      return cached.value
    },
    write(value) {
      writeText(area, keyNow(), value === undefined ? null : schema.format(value))
      notify()
    },
  }
}

const listeners = new Set<() => void>()

/** Has every user of a stored value read it again. */
export function notify(): void {
  for (const listener of listeners) listener()
}

/** Calls the listener when any stored value changes, here or in another tab; returns the unsubscribe function. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The stored value; undefined on a server. */
export function useStored<Value>({ read }: StoredValue<Value>): Value | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined)
}

/** The key of a value of the user of this login. */
export const workKey = (name: string) => `${WORK}${name}.${readText('local', USER_ID) ?? ''}`

/** Whose login this is: what they have not sent is found again after their next one. */
export const userId = storedValue(USER_ID, 'login', asText)
