import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { productRowQuery } from '@/features/catalog/api'
import { productByCode } from '@/features/catalog/product-code'
import { stepGrams } from '@/features/catalog/unit-grams'
import { errorMessage } from '@/lib/errors'
import { formatRupees, payable } from '@/lib/money'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { IconButton } from '@/ui/icon-button'
import { WishSelect } from '../../wish-select'
import { CountStepper } from '../sheet/count-stepper'
import { type PhoneLine, readEntry, withPieces, withWish } from './phone-api'
import styles from './phone-order.module.css'
import { phoneTexts } from './texts'

type Props = { lines: PhoneLine[]; onChange: (change: (lines: PhoneLine[]) => PhoneLine[]) => void }

const MAX_RESULTS = 6
const MAX_PIECES = 99

/** The lines of the order, and the field that adds to them: type or scan, then Enter. */
export function PhoneGoods({ lines, onChange }: Props) {
  const [text, setText] = useState('')
  const [failures, setFailures] = useState<{ entry: string; message: string }[]>([])
  const field = useRef<HTMLInputElement>(null)
  const queue = useRef(Promise.resolve())
  const queryClient = useQueryClient()
  const last = lines.at(-1)

  const add = async (entry: string) => {
    const { quantity, query } = readEntry(entry)
    const fail = (message: string) => setFailures((before) => [...before, { entry, message }])
    try {
      const scanned = await productByCode(query)
      if (scanned && (!scanned.publish || scanned.stock === 0))
        return fail(phoneTexts.outOfStock(scanned.name))
      if (scanned) return onChange((before) => withPieces(before, scanned, quantity))
      const found = await queryClient.fetchQuery(productRowQuery({ q: query, inStock: true }, MAX_RESULTS))
      const product = found.find(({ publish, stock }) => publish && stock > 0)
      if (product) onChange((before) => withPieces(before, product, quantity))
      else fail(phoneTexts.notFound(query))
    } catch (error) {
      fail(errorMessage(error, phoneTexts.failedToSearch))
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const entry = text
    if (!entry.trim()) return
    setText('')
    // A scanner is faster than the network: lookups run one after the other, so that lines keep the order of the scans.
    queue.current = queue.current.then(() => add(entry))
  }
  // The user may be typing the next entry when one fails: a failed entry returns to the field only on request.
  const removeFailure = (index: number) => setFailures((before) => before.filter((_, at) => at !== index))
  const correct = (index: number, entry: string) => {
    removeFailure(index)
    setText(entry)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (text || !last || (event.key !== '+' && event.key !== '-')) return
    event.preventDefault()
    onChange((before) => withPieces(before, last.product, event.key === '+' ? 1 : -1))
  }
  return (
    <>
      <form onSubmit={onSubmit} className={styles.step}>
        <Field
          label={phoneTexts.product}
          description={phoneTexts.productHint}
          ref={field}
          type="text"
          autoComplete="off"
          enterKeyHint="enter"
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" variant="outline">
          {phoneTexts.add}
        </Button>
      </form>
      {failures.map(({ entry, message }, index) => (
        <Alert
          // biome-ignore lint/suspicious/noArrayIndexKey: the same entry may fail twice
          key={index}
          tone="warning"
          role="alert"
          action={
            <>
              <Button size="small" variant="outline" onClick={() => correct(index, entry)}>
                {phoneTexts.correct(entry)}
              </Button>
              <IconButton label={phoneTexts.dismiss(entry)} icon={X} onClick={() => removeFailure(index)} />
            </>
          }
        >
          {message}
        </Alert>
      ))}
      <p role="status" className={styles.status}>
        {last ? phoneTexts.added(last.product.name, last.quantity) : phoneTexts.empty}
      </p>
      {lines.length > 0 && (
        <ul className={styles.lines} aria-label={phoneTexts.lines}>
          {lines.map(({ product, quantity, wish }) => (
            <li key={product._id}>
              <span>
                {product.name}
                <small>{[product.unit, formatRupees(payable(product))].filter(Boolean).join(' · ')}</small>
              </span>
              <CountStepper
                label={phoneTexts.quantity(product.name)}
                count={quantity}
                stepGrams={stepGrams(product)}
                min={0}
                max={Math.min(MAX_PIECES, product.stock)}
                onChange={(count) => onChange((before) => withPieces(before, product, count - quantity))}
              />
              <b>{formatRupees(payable(product) * quantity)}</b>
              <WishSelect
                name={product.name}
                value={wish ?? 'REMOVE'}
                onSelect={(chosen) => onChange((before) => withWish(before, product._id, chosen))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
