import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '@/features/catalog/api'
import { ApiError } from '@/lib/api'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { readTokens, subscribe } from '@/lib/session'
import {
  type CartLine,
  cartCalls,
  cartKey,
  findLine,
  invalidateCart,
  MAX_QUANTITY,
  type Variant,
} from './api'
import { texts } from './texts'

/** A line whose displayed quantity is not yet confirmed by the server. */
type Mutation = {
  product: Product
  variant: Variant
  /** The displayed quantity, which the server is to store. */
  quantity: number
  /** The line as last confirmed by the server; undefined if it is not in the cart. */
  confirmed: CartLine | undefined
  /** The id of the line in the cached cart. */
  cachedId: string
  /** Creation time of a restored line; it decides the line's position. */
  createdAt?: string
}

const TOAST_ID = 'cart'

/**
 * Sends changes of quantity to the server. Each change first updates the cached cart optimistically. A line has at most
 * one request in flight, always for its latest quantity. A refusal rolls the line back and shows the server's message.
 *
 * A queue belongs to one session: `close` drops pending changes and ignores requests in flight.
 */
export class CartMutationQueue {
  private readonly pending = new Map<string, { mutation: Mutation; work: Promise<boolean> }>()
  private readonly requests = new AbortController()

  constructor(
    private readonly queryClient: QueryClient,
    private readonly calls = cartCalls,
  ) {}

  /** Whether the queue's session has ended. */
  get closed(): boolean {
    return this.requests.signal.aborted
  }

  /**
   * Sets the quantity of a product, or of one of its lines; 0 removes the line. Resolves to whether the server has
   * confirmed it, or a later quantity that was set meanwhile.
   */
  setQuantity(product: Product, quantity: number, line = this.cachedLine(product)): Promise<boolean> {
    const variant = { size: line?.size, color: line?.color }
    return this.enqueue({
      product,
      variant,
      quantity,
      confirmed: line,
      cachedId: line?._id ?? optimisticId(product, variant),
    })
  }

  /** Adds a removed line again at its former position, without a toast. */
  restore({ productId: product, quantity, size, color, createdAt }: CartLine): Promise<boolean> {
    const variant = { size, color }
    const cachedId = optimisticId(product, variant)
    return this.enqueue({ product, variant, quantity, confirmed: undefined, cachedId, createdAt })
  }

  /**
   * Replaces a line with the same quantity of another product, in addition to the pieces of that product in the cart.
   * Removes the line once the server has confirmed the product.
   */
  async replace(line: CartLine, product: Product): Promise<void> {
    const existing = this.cachedLine(product)
    const quantity = Math.min((existing?.quantity ?? 0) + line.quantity, product.stock, MAX_QUANTITY)
    const confirmed = await (existing
      ? this.setQuantity(product, quantity, existing)
      : this.restore({ ...line, productId: product, quantity, size: undefined, color: undefined }))
    if (confirmed) await this.setQuantity(line.productId, 0, line)
  }

  /** Resolves when the changes that are pending now have been confirmed or refused. */
  async drain(): Promise<void> {
    await Promise.all([...this.pending.values()].map(({ work }) => work))
  }

  /** Drops pending changes and aborts requests in flight; the cached cart is not written afterwards. */
  close(): void {
    this.requests.abort()
    this.pending.clear()
  }

  private async enqueue(mutation: Mutation): Promise<boolean> {
    if (this.closed) return false
    const key = optimisticId(mutation.product, mutation.variant)
    const pending = this.pending.get(key)
    if (pending) {
      pending.mutation.quantity = mutation.quantity
      pending.mutation.createdAt = mutation.createdAt
      this.updateCache(pending.mutation)
      return pending.work
    }
    const work = this.process(mutation)
    this.pending.set(key, { mutation, work })
    const confirmed = await work
    this.pending.delete(key)
    if (this.pending.size === 0 && !this.closed) await invalidateCart(this.queryClient)
    return confirmed
  }

  private async process(mutation: Mutation): Promise<boolean> {
    // Cancel cart reads in flight: they predate this optimistic update.
    await this.queryClient.cancelQueries({ queryKey: cartKey })
    this.updateCache(mutation)
    try {
      await this.sendUntilConfirmed(mutation)
      return !this.closed
    } catch (reason) {
      if (!this.closed) this.rollBack(mutation, reason)
      return false
    }
  }

  private async sendUntilConfirmed(mutation: Mutation): Promise<void> {
    let message: string | undefined
    while ((mutation.confirmed?.quantity ?? 0) !== mutation.quantity) {
      const sent = mutation.quantity
      const isUpdate = mutation.confirmed !== undefined
      message = await this.send(mutation)
      if (this.closed) return
      const confirmed = mutation.confirmed?.quantity ?? 0
      // The server has limited the quantity; sending it again would loop. Only an update reveals the limit: creating a line
      // that exists leaves it unchanged.
      if (isUpdate && confirmed !== sent && mutation.quantity === sent) {
        mutation.quantity = confirmed
        this.updateCache(mutation)
        notify.error(texts.clamped(mutation.product.name, confirmed), { id: TOAST_ID })
        return
      }
      this.updateCache(mutation)
    }
    if (message) notify.success(message, { id: TOAST_ID })
  }

  /** Sends one request. Returns the text of its success toast, if it has one. */
  private async send(mutation: Mutation): Promise<string | undefined> {
    const { confirmed, quantity, createdAt, product, variant } = mutation
    const { signal } = this.requests
    if (!confirmed) {
      const line = { productId: product._id, quantity, ...variant, createdAt }
      mutation.confirmed = await this.calls.create(line, signal)
      return createdAt ? undefined : texts.added
    }
    if (quantity === 0) {
      await this.calls.remove(confirmed._id, signal)
      mutation.confirmed = undefined
      return texts.removed
    }
    mutation.confirmed = await this.calls.update({ _id: confirmed._id, qty: quantity }, signal)
    return texts.updated
  }

  private rollBack(mutation: Mutation, reason: unknown): void {
    mutation.quantity = mutation.confirmed?.quantity ?? 0
    this.updateCache(mutation)
    toastError(reason, { fallback: mutation.confirmed ? texts.failed : texts.failedToAdd }, TOAST_ID)
    // The product has changed or was deleted since the page loaded.
    if (reason instanceof ApiError && (reason.status === 409 || reason.status === 404))
      void this.queryClient.invalidateQueries({ queryKey: ['catalog'] })
  }

  private cachedLine(product: Product): CartLine | undefined {
    return findLine(this.queryClient.getQueryData<CartLine[]>(cartKey), product._id)
  }

  /** Writes the pending quantity into the cached cart, which all pages read. */
  private updateCache(mutation: Mutation): void {
    if (this.closed) return
    this.queryClient.setQueryData<CartLine[]>(cartKey, (lines = []) => {
      const index = lines.findIndex((line) => line._id === mutation.cachedId)
      if (mutation.quantity === 0) return lines.filter((line) => line._id !== mutation.cachedId)
      const line = { ...(mutation.confirmed ?? optimisticLine(mutation)), quantity: mutation.quantity }
      mutation.cachedId = line._id
      if (index >= 0) return lines.with(index, line)
      return mutation.createdAt ? sortByCreation([...lines, line]) : [...lines, line]
    })
  }
}

/** Returns the line that the server is expected to create. */
function optimisticLine({ product, variant, createdAt }: Mutation): CartLine {
  const now = new Date().toISOString()
  return {
    _id: optimisticId(product, variant),
    productId: product,
    quantity: 0,
    ...variant,
    createdAt: createdAt ?? now,
    updatedAt: now,
  }
}

/** Sorts lines by creation, oldest first, as the server does. */
function sortByCreation(lines: CartLine[]): CartLine[] {
  return lines.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
}

/** Returns the id of a line until the server confirms it. */
export function optimisticId(product: Pick<Product, '_id'>, { size, color }: Variant): string {
  return ['new', product._id, size, color].join('-')
}

const queues = new WeakMap<QueryClient, CartMutationQueue>()

/** Returns the queue of the current session. It closes when that session ends, in this tab or another. */
export function cartMutationQueue(queryClient: QueryClient): CartMutationQueue {
  const current = queues.get(queryClient)
  if (current && !current.closed) return current
  const queue = new CartMutationQueue(queryClient)
  queues.set(queryClient, queue)
  const unsubscribe = subscribe(() => {
    if (readTokens()) return
    unsubscribe()
    queue.close()
  })
  return queue
}
