import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { productRowQuery } from '@/features/catalog/api'
import { errorMessage } from '@/lib/errors'
import { formatRupees, payable } from '@/lib/money'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { CountStepper } from '../sheet/count-stepper'
import { type PhoneLine, readEntry, withPieces } from './phone-api'
import styles from './phone-order.module.css'
import { phoneTexts } from './texts'

type Props = { lines: PhoneLine[]; onChange: (change: (lines: PhoneLine[]) => PhoneLine[]) => void }

const LOOKED_AT = 6
const MOST = 99

/** The lines of the order, and the field that adds to them: text or a scan, then Enter. */
export function PhoneGoods({ lines, onChange }: Props) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const queue = useRef(Promise.resolve())
  const queryClient = useQueryClient()
  const last = lines.at(-1)

  const add = async (entry: string) => {
    const { quantity, query } = readEntry(entry)
    try {
      const found = await queryClient.fetchQuery(productRowQuery({ q: query, inStock: true }, LOOKED_AT))
      const product = found.find(({ publish, stock }) => publish && stock > 0)
      if (product) onChange((before) => withPieces(before, product, quantity))
      else {
        setError(phoneTexts.notFound(query))
        setText((typed) => typed || entry)
      }
    } catch (failure) {
      setError(errorMessage(failure, phoneTexts.failedToSearch))
      setText((typed) => typed || entry)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const entry = text
    if (!entry.trim()) return
    setError(undefined)
    setText('')
    // A scanner is faster than the network: its lines come in the order of its scans.
    queue.current = queue.current.then(() => add(entry))
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
          error={error}
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
      <p role="status" className={styles.status}>
        {last ? phoneTexts.added(last.product.name, last.quantity) : phoneTexts.empty}
      </p>
      {lines.length > 0 && (
        <ul className={styles.lines} aria-label={phoneTexts.lines}>
          {lines.map(({ product, quantity }) => (
            <li key={product._id}>
              <span>
                {product.name}
                <small>
                  {product.unit} · {formatRupees(payable(product))}
                </small>
              </span>
              <CountStepper
                label={phoneTexts.quantity(product.name)}
                count={quantity}
                least={0}
                most={Math.min(MOST, product.stock)}
                onChange={(count) => onChange((before) => withPieces(before, product, count - quantity))}
              />
              <b>{formatRupees(payable(product) * quantity)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
