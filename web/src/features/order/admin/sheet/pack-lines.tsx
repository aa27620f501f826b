import { useState } from 'react'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { classNames } from '@/lib/class-names'
import { panelClass } from '@/ui/panel'
import type { Checkout } from '../checkouts-api'
import { useTicks } from '../use-ticks'
import { AddProduct } from './add-product'
import { PackLine } from './pack-line'
import styles from './pack-lines.module.css'
import { canAdd, linesOf, liveLines, untickedLines } from './packing'
import { ScanField } from './scan-field'
import { sheetTexts } from './sheet-texts'

/** The lines to pack, each with its tick; one at a time is packed short or replaced. */
export function PackLines({ checkout }: { checkout: Checkout }) {
  const [editing, setEditing] = useState<string>()
  const toneOf = useCategoryTones()
  const { isPicked, tick } = useTicks()
  const lines = linesOf(checkout)
  const live = liveLines(checkout).length
  const nameOf = (rowId: string) => lines.find(({ _id }) => _id === rowId)?.product_detail.name
  return (
    <section className={styles.section}>
      <div className={styles.header}>
        <h3>{sheetTexts.lines(lines.length, checkout.itemCount)}</h3>
        {live > 0 && (
          <span role="status">{sheetTexts.tickedOf(live - untickedLines(checkout).length, live)}</span>
        )}
      </div>
      {checkout.stage === 'PACKING' && (
        <ScanField
          checkout={checkout}
          isPicked={isPicked}
          onTick={(rowId) => tick(checkout, [{ _id: rowId, picked: true }])}
        />
      )}
      <ul className={classNames(panelClass(), styles.lines)}>
        {lines.map((row) => (
          <PackLine
            key={row._id}
            checkout={checkout}
            row={row}
            picked={isPicked(row)}
            tone={toneOf(row.producId.categoryId)}
            replacedName={row.replaces && nameOf(row.replaces)}
            editing={editing === row._id}
            onTick={(picked) => tick(checkout, [{ _id: row._id, picked }])}
            onEdit={(open) => setEditing(open ? row._id : undefined)}
          />
        ))}
      </ul>
      {canAdd(checkout) && checkout.payment_method === 'COD' && <AddProduct checkout={checkout} />}
    </section>
  )
}
