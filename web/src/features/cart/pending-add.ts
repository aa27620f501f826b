import { asText, storedValue } from '@/lib/stored-value'

/** Product ids, separated by spaces. */
export const pendingAdds = storedValue('pendingAdd', 'tab', asText)

/** The maximum number of products that wait for a login; the latest are kept. */
const MAX_PENDING = 20

/**
 * Stores in this tab a product that was added without a login. The next login adds it to the cart, whether it started from
 * the toast or elsewhere.
 */
export function savePendingAdd(productId: string): void {
  const rest = readPendingAdds().filter((id) => id !== productId)
  pendingAdds.write([...rest, productId].slice(-MAX_PENDING).join(' '))
}

/** Returns the products that wait for a login in this tab, oldest first. */
export function readPendingAdds(): string[] {
  return pendingAdds.read()?.split(' ') ?? []
}
