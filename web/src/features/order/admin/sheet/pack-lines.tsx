import { useState } from 'react'
import { useCategoryTones } from '@/features/catalog/category-tones'
import { classNames } from '@/lib/class-names'
import { panelClass } from '@/ui/panel'
import type { Order } from '../orders-api'
import { useTicks } from '../use-ticks'
import { AddProduct } from './add-product'
import { PackLine } from './pack-line'
import styles from './pack-lines.module.css'
import { canAdd, linesOf, liveLines, untickedLines } from './packing'
import { ScanField } from './scan-field'
import { sheetTexts } from './sheet-texts'

/** The lines to pack with their ticks. At most one has its Short or Replace form open. */
export function PackLines({ order }: { order: Order }) {
  const [editing, setEditing] = useState<string>()
  const toneOf = useCategoryTones()
  const { isPicked, tick } = useTicks()
  const lines = linesOf(order)
  const live = liveLines(order).length
  const nameOf = (lineId: string) => lines.find(({ _id }) => _id === lineId)?.product_detail.name
  return (
    <section className={styles.section}>
      <div className={styles.header}>
        <h3>{sheetTexts.lines(lines.length, order.itemCount)}</h3>
        {live > 0 && (
          <span role="status">{sheetTexts.tickedOf(live - untickedLines(order).length, live)}</span>
        )}
      </div>
      {order.stage === 'PACKING' && (
        <ScanField
          order={order}
          isPicked={isPicked}
          onTick={(lineId) => tick(order, [{ _id: lineId, picked: true }])}
        />
      )}
      <ul className={classNames(panelClass(), styles.lines)}>
        {lines.map((line) => (
          <PackLine
            key={line._id}
            order={order}
            line={line}
            picked={isPicked(line)}
            tone={toneOf(line.producId.categoryId)}
            replacedName={line.replaces && nameOf(line.replaces)}
            editing={editing === line._id}
            onTick={(picked) => tick(order, [{ _id: line._id, picked }])}
            onEdit={(open) => setEditing(open ? line._id : undefined)}
          />
        ))}
      </ul>
      {canAdd(order) && order.payment_method === 'COD' && <AddProduct order={order} />}
    </section>
  )
}
