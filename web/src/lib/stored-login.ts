import { notify, readText, storageOf, unstored, WORK, workKey, writeText } from './stored-value'

/** Reports whether the browser can store a login: storage may be blocked or full. */
export function canStore(): boolean {
  const key = 'probe'
  writeText('local', key, 'x'.repeat(1024))
  const stored = !unstored.local.has(key)
  writeText('local', key, null)
  unstored.local.delete(key)
  return stored
}

/** Returns the names of the stored `work` values of the current user. */
export function unsentWork(): string[] {
  const suffix = workKey('').slice(WORK.length)
  return localKeys().flatMap((key) =>
    key.startsWith(WORK) && key.endsWith(suffix) && readText('local', key) !== null
      ? [key.slice(WORK.length, -suffix.length)]
      : [],
  )
}

/** Removes the values of a session that has expired. Values of `work` stay for their user's next login. */
export function removeLoginValues(): void {
  for (const key of localKeys()) if (!key.startsWith(WORK)) writeText('local', key, null)
  notify()
}

/** Clears local storage at a logout. */
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
