const LOCK = 'kirana-counter'

/**
 * Makes this tab the one that sells, as long as the page lives: returns the function that gives it back, or undefined
 * while another tab sells. `force` takes it from there; `onLoss` is called when another tab takes it.
 */
export function claimCounter(force: boolean, onLoss: () => void): Promise<(() => void) | undefined> {
  // Without TLS browsers have no locks; numbers and keys are safe without one (DeviceDB.closeBill).
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
