import { asText, storedValue } from '@/lib/stored-value'

/** The ids of the products, apart by spaces. */
export const pendingAdds = storedValue('pendingAdd', 'tab', asText)

/** How many products wait for a login: those that were pressed last. */
const MAX_PENDING = 20

/**
 * Stores a product that a shopper without a login pressed Add on, for this tab. It waits for whichever login comes
 * next: that of the toast, or one that is found after the toast has gone.
 */
export function savePendingAdd(productId: string): void {
  const others = readPendingAdds().filter((id) => id !== productId)
  pendingAdds.write([...others, productId].slice(-MAX_PENDING).join(' '))
}

export function readPendingAdds(): string[] {
  return pendingAdds.read()?.split(' ') ?? []
}
