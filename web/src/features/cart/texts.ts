import { formatCount } from '@/lib/count'

/** The texts of Add, of quantities and of toasts. Part of every first visit's download. */
export const texts = {
  add: 'Add',
  addProduct: (name: string) => `Add ${name}`,
  quantityOf: (name: string) => `Quantity of ${name}`,
  oneLess: 'One less',
  oneMore: 'One more',
  remove: 'Remove',
  outOfStock: 'Out of stock',
  onlyLeft: (amount: string) => `Only ${amount} left in stock`,
  atMost: (count: number) => `At most ${count} of one product`,
  added: 'Added to cart!',
  updated: 'Quantity updated!',
  removed: 'Item removed from cart!',
  clamped: (name: string, quantity: number) => `The quantity of ${name} was set to ${formatCount(quantity)}.`,
  failedToAdd: 'Failed to add to cart',
  failed: 'Something went wrong',
} as const
