import { useSyncExternalStore } from 'react'

/**
 * The owner of a stored value, which decides its lifetime:
 * - `tab`: in session storage, until the tab is closed
 * - `tabUser`: like `tab`, but per user, since another user may log in to the same tab
 * - `login`: in local storage, until the session ends
 * - `work`: in local storage, a user's unsent or unsaved work; it outlasts a session that expires
 */
type Owner = 'tab' | 'tabUser' | 'login' | 'work'

/** Converts a value to and from text. `parse` may throw or return undefined for malformed text. */
type Schema<Value> = { parse: (text: string) => Value | undefined; format: (value: Value) => string }

export const asText: Schema<string> = { parse: (text) => text, format: (text) => text }

/** The schema of a value stored as JSON. `check` returns undefined for a malformed value. */
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

/** Values that a blocked or full storage refused, by key; kept in memory until the page is left. */
export const unstored = { tab: new Map<string, string | null>(), local: new Map<string, string | null>() }
export type Area = keyof typeof unstored

/** The browser's storage. Throws if storage is blocked; null in web views without it. */
export const storageOf = (area: Area): Storage | null => (area === 'tab' ? sessionStorage : localStorage)

/** Returns a stored text; null if nothing is stored or the storage is blocked. */
export function readText(area: Area, key: string): string | null {
  const text = unstored[area].get(key)
  if (text !== undefined) return text
  try {
    return storageOf(area)?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Stores a text; null removes it. Keeps it in memory if the storage is blocked or full. */
export function writeText(area: Area, key: string, text: string | null): void {
  unstored[area].set(key, text)
  try {
    const storage = storageOf(area)
    if (!storage) return
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
    unstored[area].delete(key)
  } catch {
    // Storage is blocked or full: the value stays in memory.
  }
}

/** Creates the accessor of a stored value, which reads, validates and writes it. */
export function storedValue<Value>(name: string, owner: Owner, schema: Schema<Value>): StoredValue<Value> {
  const area: Area = owner === 'tab' || owner === 'tabUser' ? 'tab' : 'local'
  const keyNow = () => (owner === 'tabUser' ? userKey(name) : owner === 'work' ? workKey(name) : name)
  let cached: { text: string | null; value: Value | undefined } = { text: null, value: undefined }
  return {
    read() {
      const text = readText(area, keyNow())
      // Returns the same object for the same text: React compares by identity.
      if (text !== cached.text) {
        cached = { text, value: undefined }
        try {
          if (text !== null) cached.value = schema.parse(text)
        } catch {
          // Malformed text counts as no value.
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

/** Makes all users of stored values read them again. */
export function notify(): void {
  for (const listener of listeners) listener()
}

/** Calls the listener when any stored value changes, here or in another tab. Returns an unsubscribe function. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Returns the stored value; undefined on a server. */
export function useStored<Value>({ read }: StoredValue<Value>): Value | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined)
}

const userKey = (name: string) => `${name}.${readText('local', USER_ID) ?? ''}`

/** Returns the storage key of a `work` value of the current user. */
export const workKey = (name: string) => WORK + userKey(name)

/** The id of the logged-in user, part of the keys of their `work` and `tabUser` values. */
export const userId = storedValue(USER_ID, 'login', asText)
