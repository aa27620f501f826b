import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { userQuery } from '@/features/account/api'
import { SOLD_OUT_DAYS, setSoldOut, setStock } from '@/features/catalog/stock-api'
import { errorMessage } from '@/lib/errors'
import { formatQuantity } from '@/lib/weight'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { SelectField } from '@/ui/select-field'
import { Switch } from '@/ui/switch'
import { textLinkClass } from '@/ui/text-link'
import type { Line } from '../../api'
import type { Order } from '../orders-api'
import { showInBar } from '../undo-offer'
import { useOrderAction } from '../use-order-actions'
import { CountStepper } from './count-stepper'
import styles from './line-form.module.css'
import { gramsOf, packedTotal, sumsWith, typedGrams } from './packing'
import { packLines } from './sheet-api'
import { sheetTexts } from './sheet-texts'
import { SumsChange } from './sums-change'
import { useOpenedForm } from './use-opened-form'

type Props = { order: Order; line: Line; onClose: () => void }

/** Sets the packed pieces of a line and the weight of weighed goods, with a preview of the new bill. */
export function ShortForm({ order, line, onClose }: Props) {
  const { _id, orderedQuantity, unit, product_detail: product, producId } = line
  const packed = line.delivery_status === 'CANCELED' ? 0 : line.quantity
  const [quantity, setQuantity] = useState(packed)
  const [weight, setWeight] = useState(line.weightGrams ? String(line.weightGrams) : '')
  const [markSoldOut, setMarkSoldOut] = useState(false)
  const [days, setDays] = useState('1')
  const { data: user } = useQuery(userQuery(true))
  const { mutate, isPending, error } = useOrderAction({
    call: packLines,
    text: () => sheetTexts.packedProduct(product.name),
    fallback: sheetTexts.failedToPack,
    inline: true,
  })
  const form = useOpenedForm()
  const orderedGrams = gramsOf(unit)
  const grams = weight.trim() === '' ? undefined : typedGrams(weight)
  const weightIsInvalid = grams !== undefined && !(Number.isInteger(grams) && grams > 0)
  const weighed = orderedGrams !== undefined && quantity > 0 && !weightIsInvalid ? grams : undefined

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (weightIsInvalid) return
    const rows = [{ _id, quantity, ...(weighed !== undefined && { weightGrams: weighed }) }]
    mutate(
      { _id: order._id, version: order.version, rows },
      {
        onSuccess: () => {
          if (markSoldOut && quantity < orderedQuantity) {
            const marked = days ? setSoldOut(producId._id, Number(days)) : setStock(producId._id, 0)
            marked.catch((reason: unknown) => showInBar(errorMessage(reason, sheetTexts.failedToSellOut)))
          }
          onClose()
        },
      },
    )
  }
  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label={sheetTexts.packed(product.name)}
      className={styles.form}
      onSubmit={onSubmit}
    >
      <div className={styles.row}>
        <CountStepper
          label={sheetTexts.packed(product.name)}
          count={quantity}
          stepGrams={line.stepGrams}
          min={0}
          max={orderedQuantity}
          onChange={setQuantity}
        />
        <span>{sheetTexts.ofPacked(formatQuantity(orderedQuantity, line.stepGrams))}</span>
        {quantity > 0 && (
          <button type="button" className={textLinkClass} onClick={() => setQuantity(0)}>
            {sheetTexts.noneAtAll}
          </button>
        )}
      </div>
      {orderedGrams !== undefined && quantity > 0 && (
        <Field
          label={sheetTexts.weight}
          name="weight"
          inputMode="numeric"
          autoComplete="off"
          className={styles.narrow}
          value={weight}
          description={sheetTexts.weightHint(orderedGrams * quantity)}
          error={weightIsInvalid ? sheetTexts.weightInvalid : undefined}
          onChange={({ target }) => setWeight(target.value)}
        />
      )}
      {quantity < orderedQuantity && user?.staffRole !== 'PACKER' && (
        <Switch
          label={sheetTexts.soldOut}
          description={sheetTexts.soldOutHint}
          checked={markSoldOut}
          onChange={({ target }) => setMarkSoldOut(target.checked)}
        />
      )}
      {markSoldOut && quantity < orderedQuantity && (
        <SelectField
          label={sheetTexts.soldAgain}
          className={styles.narrow}
          value={days}
          placeholder={sheetTexts.onceCounted}
          options={SOLD_OUT_DAYS.map((count) => ({ value: String(count), label: sheetTexts.inDays(count) }))}
          onChange={({ target }) => setDays(target.value)}
        />
      )}
      <SumsChange
        order={order}
        after={sumsWith(order, line, packedTotal(line, { quantity, grams: weighed }))}
        className={styles.sums}
      />
      {error && <FieldError>{errorMessage(error, sheetTexts.failedToPack)}</FieldError>}
      <div className={styles.row}>
        <Button
          type="submit"
          size="small"
          variant="outline"
          disabled={quantity === packed && weighed === (line.weightGrams ?? undefined)}
          pending={isPending}
        >
          {sheetTexts.save}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          {sheetTexts.leave}
        </Button>
      </div>
    </form>
  )
}
