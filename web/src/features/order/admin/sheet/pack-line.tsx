import { Minus, Replace } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '@/lib/class-names'
import { focusIfLost } from '@/lib/focus-if-lost'
import { formatRupees, toPaise } from '@/lib/money'
import { Checkbox } from '@/ui/checkbox'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { textLinkClass } from '@/ui/text-link'
import type { Tone } from '@/ui/tone'
import type { Line } from '../../api'
import { DeliverySelect } from '../delivery-select'
import type { Order } from '../orders-api'
import { piecesText } from '../row-texts'
import styles from './pack-line.module.css'
import { canAdd, canPack, gramsOf, packedTotal, returnedPieces } from './packing'
import { ReplaceForm } from './replace-form'
import { sheetTexts } from './sheet-texts'
import { ShortForm } from './short-form'

type Props = {
  order: Order
  line: Line
  picked: boolean
  tone: Tone | undefined
  /** The name of the product that this line replaces. */
  replacedName: string | undefined
  editing: boolean
  onTick: (picked: boolean) => void
  onEdit: (open: boolean) => void
}

/** One line to pack: tick, product, missing pieces, price, and the line's own status. */
export function PackLine(props: Props) {
  const { order, line, picked, tone, replacedName, editing, onTick, onEdit } = props
  const { product_detail: product, unit, orderedQuantity, delivery_status: status } = line
  const canceled = status === 'CANCELED'
  const inShop = order.stage !== 'OUT' && order.stage !== 'DONE'
  return (
    <li className={classNames(styles.line, picked && styles.done, canceled && styles.canceled)}>
      <label className={styles.tick}>
        <Checkbox
          className={styles.box}
          aria-label={sheetTexts.inBag(product.name)}
          checked={picked}
          disabled={(!inShop || canceled) && !picked}
          onChange={({ target }) => onTick(target.checked)}
        />
      </label>
      <Picture
        src={product.image[0]}
        drawing={line.picture}
        name={product.name}
        tone={tone}
        size="small"
        className={styles.picture}
      />
      <div className={styles.what}>
        <p className={styles.name}>{product.name}</p>
        <p className={styles.detail}>
          <b>{piecesText(orderedQuantity, unit)}</b>
          {[line.size, line.color, line.shelf].filter(Boolean).map((detail) => ` · ${detail}`)}
        </p>
        {replacedName && <p className={styles.change}>{sheetTexts.instead(replacedName)}</p>}
        <ShortNote order={order} line={line} />
        {status === 'PENDING' && (
          <p className={classNames(styles.detail, line.wish !== 'REMOVE' && styles.wish)}>
            {sheetTexts.wishes[line.wish]}
          </p>
        )}
      </div>
      <LinePrice line={line} />
      <DeliverySelect line={line} className={styles.status} />
      {canPack(order) && (!picked || editing) && (
        <LineTools order={order} line={line} editing={editing} onEdit={onEdit} />
      )}
    </li>
  )
}

function ShortNote({ order, line }: { order: Order; line: Line }) {
  const { orderedQuantity, quantity, weightGrams, delivery_status: status, payment_status: payment } = line
  const deduction = formatRupees(packedTotal(line, { quantity: orderedQuantity }) - toPaise(line.totalAmt))
  const returned = returnedPieces(order, line)
  if (returned > 0) return <p className={styles.change}>{sheetTexts.returned(returned)}</p>
  if (payment === 'REFUNDED') return <p className={styles.change}>{sheetTexts.moneyBack}</p>
  if (status === 'CANCELED') return <p className={styles.change}>{sheetTexts.none}</p>
  return (
    <>
      {quantity < orderedQuantity && (
        <p className={styles.change}>
          <b>{sheetTexts.missing(orderedQuantity - quantity)}</b>, {sheetTexts.offTheBill(deduction)}
        </p>
      )}
      {weightGrams && <p className={styles.detail}>{sheetTexts.grams(weightGrams)}</p>}
    </>
  )
}

function LinePrice({ line }: { line: Line }) {
  const ordered = packedTotal(line, { quantity: line.orderedQuantity })
  const now = line.delivery_status === 'CANCELED' ? 0 : toPaise(line.totalAmt)
  return (
    <p className={styles.price}>
      {now !== ordered && <s>{formatRupees(ordered)}</s>} {formatRupees(now)}
    </p>
  )
}

type ToolsProps = Pick<Props, 'order' | 'line' | 'editing' | 'onEdit'>

/** The tools Short and Replace for a line that is still to be packed, or the form of the tool in use. */
function LineTools({ order, line, editing, onEdit }: ToolsProps) {
  const [tool, setTool] = useState<'short' | 'replace'>('short')
  const canceled = line.delivery_status === 'CANCELED'
  const shortText = gramsOf(line.unit) === undefined ? sheetTexts.short : sheetTexts.shortOrWeigh
  const refunded = line.payment_status === 'REFUNDED'
  const open = (which: typeof tool) => {
    setTool(which)
    onEdit(true)
  }
  const tools = useRef<HTMLDivElement>(null)
  const close = () => {
    flushSync(() => onEdit(false))
    focusIfLost(tools.current?.querySelector('button'))
  }
  if (editing) {
    return (
      <div ref={tools} className={styles.tools}>
        {tool === 'short' ? (
          <ShortForm order={order} line={line} onClose={close} />
        ) : (
          <ReplaceForm order={order} line={line} onClose={close} />
        )}
      </div>
    )
  }
  if (refunded || line.delivery_status === 'DELIVERED') return null
  return (
    <div ref={tools} className={styles.tools}>
      <button type="button" className={textLinkClass} onClick={() => open('short')}>
        <Icon icon={Minus} size="small" />
        {canceled ? sheetTexts.packAfterAll : shortText}
      </button>
      {canAdd(order) && !canceled && (
        <button type="button" className={textLinkClass} onClick={() => open('replace')}>
          <Icon icon={Replace} size="small" />
          {sheetTexts.replace}
        </button>
      )}
    </div>
  )
}
