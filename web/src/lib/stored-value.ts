import { useSyncExternalStore } from 'react'

/**
 * Whom a stored value belongs to, and so how long it stays:
 * - `tab`: in session storage, until the tab is closed
 * - `login`: in local storage, until the login ends
 * - `work`: in local storage, what one user has not sent or saved yet; it waits for them when the login ends by itself
 */
type Owner = 'tab' | 'login' | 'work'

/** How a value is written as text. `parse` may throw; undefined is for a text that is no such value. */
type Schema<Value> = { parse: (text: string) => Value | undefined; format: (value: Value) => string }

export const asText: Schema<string> = { parse: (text) => text, format: (text) => text }

/** The schema of a value stored as JSON; `check` returns undefined for what is no such value. */
export function asJson<Value>(check: (json: unknown) => Value | undefined): Schema<Value> {
  return { parse: (text) => check(JSON.parse(text)), format: JSON.stringify }
}

export type StoredValue<Value> = {
  read: () => Value | undefined
  /** Stores the value; undefined removes it. */
  write: (value: Value | undefined) => void
}

const WORK = 'work.'
const USER_ID = 'userId'

/** What a blocked or full storage did not take, by key; it lives as long as the page. */
const unstored = { tab: new Map<string, string | null>(), local: new Map<string, string | null>() }
type Area = keyof typeof unstored

/** The browser's storage; reading it throws where it is blocked, and it is null where a web view has none. */
const storageOf = (area: Area): Storage | null => (area === 'tab' ? sessionStorage : localStorage)

function readText(area: Area, key: string): string | null {
  const text = unstored[area].get(key)
  if (text !== undefined) return text
  try {
    return storageOf(area)?.getItem(key) ?? null
  } catch {
    return null
  }
}

function writeText(area: Area, key: string, text: string | null): void {
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

/** Reports whether the browser stores what a login needs. */
export function canStore(): boolean {
  const key = 'probe'
  writeText('local', key, 'x'.repeat(1024))
  const stored = !unstored.local.has(key)
  writeText('local', key, null)
  unstored.local.delete(key)
  return stored
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
      if (text !== cached.text) cached = { text, value: text === null ? undefined : parsed(schema, text) }
      return cached.value
    },
    write(value) {
      writeText(area, keyNow(), value === undefined ? null : schema.format(value))
      notify()
    },
  }
}

function parsed<Value>(schema: Schema<Value>, text: string): Value | undefined {
  try {
    return schema.parse(text)
  } catch {
    return undefined
  }
}

const listeners = new Set<() => void>()

function notify(): void {
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

const workKey = (name: string) => `${WORK}${name}.${readText('local', USER_ID) ?? ''}`

/** Says whose login this is, so that what they have not sent is found again after the next one. */
export function saveUserId(id: string): void {
  const before = readText('local', USER_ID)
  if (before === id) return
  // What was stored before it was known whose it is.
  const nameless = before === null ? unsentWork() : []
  const texts = nameless.map((name) => readText('local', workKey(name)))
  for (const name of nameless) writeText('local', workKey(name), null)
  writeText('local', USER_ID, id)
  for (const [index, name] of nameless.entries()) writeText('local', workKey(name), texts[index] ?? null)
  notify()
}

/** Returns the names of the values of `work` that wait for the user of this login. */
export function unsentWork(): string[] {
  const suffix = workKey('').slice(WORK.length)
  return localKeys().flatMap((key) =>
    key.startsWith(WORK) && key.endsWith(suffix) && readText('local', key) !== null
      ? [key.slice(WORK.length, -suffix.length)]
      : [],
  )
}

/** Removes what belongs to the login that has ended by itself; `work` waits for its user. */
export function removeLoginValues(): void {
  for (const key of localKeys()) if (!key.startsWith(WORK)) writeText('local', key, null)
  notify()
}

/** Empties local storage at a logout. */
export function clearStorage(): void {
  for (const key of localKeys()) writeText('local', key, null)
  notify()
}

function localKeys(): string[] {
  try {
    return [...new Set([...unstored.local.keys(), ...Object.keys(storageOf('local') ?? {})])]
  } catch {
    return [...unstored.local.keys()]
  }
}
