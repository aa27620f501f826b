/**
 * Takes a lock that one tab holds at a time. Resolves to a function that releases it, or to undefined while another tab
 * holds it. `force` takes it from the other tab; `onLoss` is called when another tab takes it from this one. Without
 * TLS browsers have no locks, and with cookies blocked they deny them: every tab then gets the lock.
 */
export function takeTabLock(
  name: string,
  { force = false, onLoss }: { force?: boolean; onLoss?: () => void } = {},
): Promise<(() => void) | undefined> {
  const locks = navigator.locks
  if (!locks) return Promise.resolve(() => undefined)
  return new Promise((resolve) => {
    let isHeld = false
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(undefined)
      isHeld = true
      return new Promise<void>((release) => resolve(release))
    }
    const options: LockOptions = force ? { steal: true } : { ifAvailable: true }
    // A request is rejected when the lock is denied or, later, taken away.
    locks.request(name, options, hold).catch(() => (isHeld ? onLoss?.() : resolve(() => undefined)))
  })
}

/** Does the work unless another tab holds the lock `name`. */
export async function onlyHere(name: string, work: () => Promise<void>): Promise<void> {
  const release = await takeTabLock(name)
  if (!release) return
  try {
    await work()
  } finally {
    release()
  }
}
