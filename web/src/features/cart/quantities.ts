import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '@/features/catalog/api'
import { ApiError } from '@/lib/api'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { type CartLine, cartCalls, cartKey, type Kind, lineOf } from './api'
import { texts } from './texts'

/** What the shopper wants of one line, and the line as the server last confirmed it. */
type Wish = {
  product: Product
  kind: Kind
  wanted: number
  confirmed: CartLine | undefined
  shownAs: string
  /** Since when a line that is put back was there. */
  since?: string
}

const TOAST = 'cart'

/**
 * Changes of quantity. What is wanted shows at once; one call at a time goes out for each line, always for the
 * latest wish, so that rapid presses end at the last one; a refusal puts the line back and says why.
 */
export class Quantities {
  private readonly wishes = new Map<string, Wish>()
  private readonly running = new Set<Promise<void>>()

  constructor(
    private readonly queryClient: QueryClient,
    private readonly calls = cartCalls,
  ) {}

  /** Wants so many of a product, or of one line of it; 0 removes. Resolves when server and page agree again. */
  want(product: Product, quantity: number, line = this.lineFor(product)): Promise<void> {
    const kind = { size: line?.size, color: line?.color }
    return this.wish({
      product,
      kind,
      wanted: quantity,
      confirmed: line,
      shownAs: line?._id ?? guessId(product, kind),
    })
  }

  /** Puts a line back that was removed, as it was and where it was, without a word. */
  restore({ productId: product, quantity, size, color, createdAt }: CartLine): Promise<void> {
    const kind = { size, color }
    return this.wish({
      product,
      kind,
      wanted: quantity,
      confirmed: undefined,
      shownAs: guessId(product, kind),
      since: createdAt,
    })
  }

  /** Resolves when nothing that was wanted is on its way to the server any more. */
  async settled(): Promise<void> {
    await Promise.all(this.running)
  }

  private async wish(wish: Wish): Promise<void> {
    const key = guessId(wish.product, wish.kind)
    const running = this.wishes.get(key)
    if (running) {
      running.wanted = wish.wanted
      running.since = wish.since
      this.show(running)
      return
    }
    this.wishes.set(key, wish)
    const work = this.fulfil(wish)
    this.running.add(work)
    await work
    this.running.delete(work)
    this.wishes.delete(key)
    if (this.wishes.size === 0) await this.queryClient.invalidateQueries({ queryKey: cartKey })
  }

  private async fulfil(wish: Wish): Promise<void> {
    // An answer that is on its way knows nothing of this wish.
    await this.queryClient.cancelQueries({ queryKey: cartKey })
    this.show(wish)
    await this.settle(wish)
  }

  private async settle(wish: Wish): Promise<void> {
    let said: string | undefined
    try {
      while ((wish.confirmed?.quantity ?? 0) !== wish.wanted) {
        said = await this.step(wish)
        this.show(wish)
      }
      if (said) notify.success(said, { id: TOAST })
    } catch (reason) {
      const refused = wish.confirmed ? texts.failed : texts.failedToAdd
      wish.wanted = wish.confirmed?.quantity ?? 0
      this.show(wish)
      toastError(reason, { fallback: refused }, TOAST)
      // The shelf has changed since the page was read.
      if (reason instanceof ApiError && (reason.status === 409 || reason.status === 404))
        void this.queryClient.invalidateQueries({ queryKey: ['catalog'] })
    }
  }

  private async step(wish: Wish): Promise<string | undefined> {
    const { confirmed, wanted, since } = wish
    if (!confirmed) {
      wish.confirmed = await this.calls.create(wish.product._id, wanted, wish.kind, since)
      return since ? undefined : texts.added
    }
    if (wanted === 0) {
      await this.calls.remove(confirmed._id)
      wish.confirmed = undefined
      return texts.removed
    }
    wish.confirmed = await this.calls.update(confirmed._id, wanted)
    return texts.updated
  }

  private lineFor(product: Product): CartLine | undefined {
    return lineOf(this.queryClient.getQueryData<CartLine[]>(cartKey), product._id)
  }

  /** Writes the wish into the cart that the whole page reads. */
  private show(wish: Wish): void {
    this.queryClient.setQueryData<CartLine[]>(cartKey, (lines = []) => {
      const place = lines.findIndex((line) => line._id === wish.shownAs)
      if (wish.wanted === 0) return lines.filter((line) => line._id !== wish.shownAs)
      const line = { ...(wish.confirmed ?? guess(wish)), quantity: wish.wanted }
      wish.shownAs = line._id
      if (place >= 0) return lines.with(place, line)
      return wish.since ? byAge([...lines, line]) : [...lines, line]
    })
  }
}

/** A line before the server has made it. */
function guess({ product, kind, since }: Wish): CartLine {
  const now = new Date().toISOString()
  return {
    _id: guessId(product, kind),
    productId: product,
    quantity: 0,
    ...kind,
    createdAt: since ?? now,
    updatedAt: now,
  }
}

/** In the order added, as the server lists them. */
function byAge(lines: CartLine[]): CartLine[] {
  return lines.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
}

function guessId(product: Product, { size, color }: Kind): string {
  return ['new', product._id, size, color].join('-')
}

const perShop = new WeakMap<QueryClient, Quantities>()

/** The one keeper of wishes for a cache. */
export function quantitiesIn(queryClient: QueryClient): Quantities {
  const known = perShop.get(queryClient) ?? new Quantities(queryClient)
  perShop.set(queryClient, known)
  return known
}
