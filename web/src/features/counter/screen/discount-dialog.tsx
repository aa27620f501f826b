import { type FormEvent, useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { parseDiscount } from '../amount'
import type { Discount, Line, OpenBill } from '../counter'
import type { CounterState } from '../counter-store'
import { counterTexts as texts } from '../counter-texts'
import { discountOf, isRegistered, type SumRules, sumsOf } from '../sums'
import styles from './counter-forms.module.css'

type Props = {
  state: CounterState
  inHand: Line | undefined
  onLine: (id: string, discount: Discount | undefined) => void
  onBill: (discount: Discount | undefined) => void
  onClose: () => void
}

/** Gives a discount on the current line or on the whole bill, up to the limit of the user's role. */
export function DiscountDialog({ state, inHand, onLine, onBill, onClose }: Props) {
  const { bill, shop, taxes } = state
  const line = inHand?.product && inHand
  const [isWholeBill, setWholeBill] = useState(line === undefined)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const { discountLimit: limit } = shop
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const discount = parseDiscount(text)
    if (discount === null) return setError(texts.discountWrong)
    const next: OpenBill =
      isWholeBill || !line
        ? { ...bill, discount }
        : {
            ...bill,
            lines: bill.lines.map((billLine) =>
              billLine.id === line.id ? { ...billLine, discount } : billLine,
            ),
          }
    if (isOver(next, limit, { roundOff: shop.roundOff, taxes, isRegistered: isRegistered(shop) }))
      return setError(limit > 0 ? texts.discountLimit(limit) : texts.discountNone)
    if (isWholeBill || !line) onBill(discount)
    else onLine(line.id, discount)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={texts.discountTitle}>
      <form onSubmit={onSubmit} className={styles.form}>
        <fieldset className={styles.which} aria-label={texts.discountTitle}>
          {line?.product && (
            <button type="button" aria-pressed={!isWholeBill} onClick={() => setWholeBill(false)}>
              {texts.discountOnLine(line.product.name)}
            </button>
          )}
          <button type="button" aria-pressed={isWholeBill} onClick={() => setWholeBill(true)}>
            {texts.discountOnBill}
          </button>
        </fieldset>
        <Field
          label={texts.discountField}
          description={limit > 0 ? texts.discountFieldHint : texts.discountNone}
          autoComplete="off"
          autoFocus
          value={text}
          error={error}
          onChange={(event) => {
            setError(undefined)
            setText(event.target.value)
          }}
        />
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit">{texts.apply}</Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** Reports whether a line's discount exceeds the role's limit in per cent, by the server's rule. */
function isOver(bill: OpenBill, limit: number, rules: SumRules): boolean {
  return sumsOf(bill, rules).lines.some(
    ({ line, gross, discount }) => line.product && discount > discountOf({ percent: limit }, gross),
  )
}
