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

/** A line whose quantity on the page is ahead of the server's. */
type Mutation = {
  product: Product
  variant: Variant
  /** The quantity that the page shows and that the server is to have. */
  quantity: number
  /** The line as the server last confirmed it; undefined while it is not in the cart. */
  confirmed: CartLine | undefined
  /** The id of the line in the cached cart. */
  cachedId: string
  /** For a line that is restored: when it was first added. It sorts the line to where it was. */
  createdAt?: string
}

const TOAST_ID = 'cart'

/**
 * Sends changes of quantity to the server. Each change shows at once as an optimistic update of the cached cart.
 * A line has at most one request in flight, always for the latest quantity, so that rapid presses end at the last
 * one. A refusal rolls the line back and shows the server's message.
 *
 * A queue belongs to one login: `close` drops what is pending and ignores what is in flight.
 */
export class CartMutationQueue {
  private readonly pending = new Map<string, Mutation>()
  private readonly running = new Set<Promise<boolean>>()
  private readonly requests = new AbortController()

  constructor(
    private readonly queryClient: QueryClient,
    private readonly calls = cartCalls,
  ) {}

  /** Whether the login that the queue belongs to has ended. */
  get closed(): boolean {
    return this.requests.signal.aborted
  }

  /** Sets the quantity of a product, or of one line of it; 0 removes it. Resolves to whether the server has confirmed it. */
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

  /** Puts a removed line back as it was and where it was, without a toast. */
  restore({ productId: product, quantity, size, color, createdAt }: CartLine): Promise<boolean> {
    const variant = { size, color }
    const cachedId = optimisticId(product, variant)
    return this.enqueue({ product, variant, quantity, confirmed: undefined, cachedId, createdAt })
  }

  /**
   * Puts a product into a line's place, as many pieces as it has; the line goes when the server has the product. What
   * the cart holds of the product already is added to.
   */
  async replace(line: CartLine, product: Product): Promise<void> {
    const present = this.cachedLine(product)
    const quantity = Math.min((present?.quantity ?? 0) + line.quantity, product.stock, MAX_QUANTITY)
    const confirmed = await (present
      ? this.setQuantity(product, quantity, present)
      : this.restore({ ...line, productId: product, quantity, size: undefined, color: undefined }))
    if (confirmed) await this.setQuantity(line.productId, 0, line)
  }

  /** Resolves when no change is pending. */
  async drain(): Promise<void> {
    await Promise.all(this.running)
  }

  /** Drops pending changes and aborts requests in flight; nothing is written to the cached cart after it. */
  close(): void {
    this.requests.abort()
    this.pending.clear()
  }

  private async enqueue(mutation: Mutation): Promise<boolean> {
    if (this.closed) return false
    const key = optimisticId(mutation.product, mutation.variant)
    const pending = this.pending.get(key)
    if (pending) {
      pending.quantity = mutation.quantity
      pending.createdAt = mutation.createdAt
      this.updateCache(pending)
      return false
    }
    this.pending.set(key, mutation)
    const work = this.process(mutation)
    this.running.add(work)
    const confirmed = await work
    this.running.delete(work)
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
      // The server clamped the quantity; sending the same one again would not end. Creating a line that is there
      // already leaves it as it is, so that only an update says what the server accepts.
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

  /** Sends one request; returns the toast for its success, if it gets one. */
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
    // The product has changed or gone since the page was loaded.
    if (reason instanceof ApiError && (reason.status === 409 || reason.status === 404))
      void this.queryClient.invalidateQueries({ queryKey: ['catalog'] })
  }

  private cachedLine(product: Product): CartLine | undefined {
    return findLine(this.queryClient.getQueryData<CartLine[]>(cartKey), product._id)
  }

  /** Writes the pending quantity into the cached cart, which every page reads. */
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

/** A line as the server will probably create it. */
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

/** Returns the lines sorted by creation, the oldest first as in the server's list. */
function sortByCreation(lines: CartLine[]): CartLine[] {
  return lines.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
}

function optimisticId(product: Product, { size, color }: Variant): string {
  return ['new', product._id, size, color].join('-')
}

const queues = new WeakMap<QueryClient, CartMutationQueue>()

/** Returns the queue of the login that is stored now; it closes when that login ends, in this tab or another. */
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
