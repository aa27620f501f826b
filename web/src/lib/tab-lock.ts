type TabLockOptions = {
  /** Takes the lock from another tab. */
  force?: boolean
  /** How long to wait until another tab releases the lock. */
  waitMs?: number
  /** Called when another tab takes the lock from this one. */
  onLoss?: () => void
}

/**
 * Takes a lock that one tab holds at a time. Resolves to a function that releases it, or to undefined while another tab
 * holds it. Without TLS browsers have no locks, and with cookies blocked they deny them: every tab then gets the lock.
 */
export async function takeTabLock(
  name: string,
  { force = false, waitMs, onLoss }: TabLockOptions = {},
): Promise<(() => void) | undefined> {
  if (waitMs !== undefined) {
    const release = await requestLock(name, { signal: AbortSignal.timeout(waitMs) }, onLoss)
    if (release || !force) return release
  }
  return requestLock(name, force ? { steal: true } : { ifAvailable: true }, onLoss)
}

function requestLock(
  name: string,
  options: LockOptions,
  onLoss?: () => void,
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
    // A request is rejected when the lock is denied, the wait is over or, later, the lock is taken away.
    locks.request(name, options, hold).catch(() => {
      if (isHeld) onLoss?.()
      else resolve(options.signal?.aborted ? undefined : () => undefined)
    })
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
