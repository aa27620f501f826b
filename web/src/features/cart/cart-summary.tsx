import { formatRupees } from '@/lib/money'
import { texts as shell } from '@/lib/texts'
import type { CartTotals } from './api'
import { texts } from './texts'

/** The totals of a cart, as a paper receipt. */
export function CartSummary({ title, totals }: { title: string; totals: CartTotals }) {
  const { count, total, undiscounted, savings } = totals
  return (
    <div className="slip-shadow">
      <section className="slip">
        <h2>{title}</h2>
        <dl className="bill">
          <div>
            <dt>{texts.itemsTotal}</dt>
            <dd>
              {savings > 0 && <s>{formatRupees(undiscounted)}</s>}
              {formatRupees(total)}
            </dd>
          </div>
          <div>
            <dt>{texts.quantityTotal}</dt>
            <dd>{shell.items(count)}</dd>
          </div>
          <div>
            <dt>{texts.deliveryCharge}</dt>
            <dd className="free">{texts.free}</dd>
          </div>
          <div className="bill__sum">
            <dt>{texts.grandTotal}</dt>
            <dd>{formatRupees(total)}</dd>
          </div>
        </dl>
      </section>
    </div>
  )
}
