const LOCK = 'kirana-counter'

/**
 * Takes the lock that makes this tab the only one that sells. Resolves to a function that releases it, or to undefined while
 * another tab holds it. `force` takes it from the other tab; `onLoss` is called when another tab takes it from this one.
 */
export function claimCounter(force: boolean, onLoss: () => void): Promise<(() => void) | undefined> {
  // Browsers have no locks without TLS. Bill numbers are unique even without one (DeviceDB.closeBill).
  if (!navigator.locks) return Promise.resolve(() => undefined)
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(undefined)
      return new Promise<void>((release) => resolve(release))
    }
    const options: LockOptions = force ? { steal: true } : { ifAvailable: true }
    navigator.locks.request(LOCK, options, hold).catch(onLoss)
  })
}
