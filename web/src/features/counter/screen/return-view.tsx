import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { billQuery } from '@/features/bill/api'
import type { BillLine } from '@/features/bill/bill'
import { isWeighed } from '@/features/bill/figures'
import { orderQuery } from '@/features/order/bill-api'
import { roundedSums } from '@/features/order/round-off'
import { dayInIndia } from '@/lib/dates'
import { errorMessage } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { formatRupees, type Paise, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useLoggedIn } from '@/lib/session'
import { useMutation } from '@/lib/use-mutation'
import { formatWeight } from '@/lib/weight'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FilterSelect } from '@/ui/filter-select'
import { IconButton } from '@/ui/icon-button'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { stack } from '@/ui/stack'
import { findBills, postReturn } from '../api'
import { PAID_BY, type PaidBy } from '../counter'
import type { CounterState } from '../counter-store'
import { counterTexts as texts } from '../counter-texts'
import { type ReturnReason, STORED_REASONS } from '../return-reasons'
import styles from './return-view.module.css'

type Props = {
  state: CounterState
  /** The bill's number, if it is known. */
  number: string | undefined
  /** A scan while the view is open: a bill's barcode, or a product's. */
  scan: { code: string } | undefined
  onBack: () => void
}

/** Takes goods back: find the bill, select the lines, and refund them by a credit note. */
export function ReturnView({ state, number, scan, onBack }: Props) {
  const [chosen, setChosen] = useState(number)
  return (
    <section className={styles.view} aria-label={texts.returnTitle}>
      <header className={styles.head}>
        <IconButton icon={ArrowLeft} label={texts.backToBill} onClick={onBack} />
        <h2>{texts.returnTitle}</h2>
      </header>
      {state.offlineSince !== undefined ? (
        <Alert tone="warning">{texts.returnOffline}</Alert>
      ) : chosen === undefined ? (
        <FindBill isBilled={state.shop.billed} onChoose={setChosen} />
      ) : (
        <BillToReturn key={chosen} {...{ state, scan, onBack }} number={chosen} />
      )}
    </section>
  )
}

function FindBill({ isBilled, onChoose }: { isBilled: boolean; onChoose: (number: string) => void }) {
  const [text, setText] = useState('')
  const find = useMutation({
    mutationFn: findBills,
    meta: { errorShownBy: 'component' },
    onSuccess: (found) => found.length === 1 && found[0] && onChoose(found[0].number),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) find.mutate(text.trim())
  }
  const failed = find.error && errorMessage(find.error, texts.failedToFind)
  return (
    <form onSubmit={onSubmit} className={stack.list}>
      <Field
        label={texts.returnFind}
        autoComplete="off"
        autoFocus
        value={text}
        error={
          failed ||
          (find.data?.length === 0 ? (isBilled ? texts.returnNone : texts.returnUnbilled) : undefined)
        }
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="outline" pending={find.isPending}>
        {texts.find}
      </Button>
      <ul className={styles.found}>
        {find.data?.map(({ number, payable }) => (
          <li key={number}>
            <button type="button" onClick={() => onChoose(number)}>
              <b>{number}</b> {formatRupees(toPaise(payable))}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}

type Chosen = Record<string, { quantity: number; restock: boolean }>

function BillToReturn({ state, number, scan, onBack }: Props & { number: string }) {
  const bill = useQuery(billQuery(number))
  const order = useQuery({ ...orderQuery(bill.data?.order ?? 0), enabled: bill.data !== undefined })
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  const [picked, setPicked] = useState<Chosen>({})
  const [reason, setReason] = useState<ReturnReason>('DAMAGED')
  const [handled, setHandled] = useState<{ code: string }>()
  const lines = bill.data?.lines ?? []
  // A product was scanned: select its line.
  if (scan && scan !== handled && bill.data) {
    setHandled(scan)
    const product = state.goods.withCode(scan.code)
    const line = lines.find(({ productId, returnable = 0 }) => productId === product?._id && returnable > 0)
    if (line)
      setPicked({
        ...picked,
        [line.row]: { restock: false, quantity: initialQuantityBack(line), ...picked[line.row] },
      })
  }
  const goods = lines.reduce((all, line) => all + sumBack(line, picked[line.row]?.quantity ?? 0), 0)
  const sum = order.data ? refundOf(order.data, goods) : 0
  // A retry after a missing response must have the same key and time.
  const attempt = useRef<{ key: string; at: string }>(undefined)
  const queryClient = useQueryClient()
  const giving = useMutation({
    mutationFn: (by: PaidBy) => {
      attempt.current ??= { key: newIdempotencyKey(), at: new Date().toISOString() }
      return postReturn({
        device: state.device?.device ?? '',
        ...attempt.current,
        bill: number,
        by,
        lines: lines.flatMap((line) => {
          const { row, productId } = line
          const choice = picked[row]
          return choice
            ? [
                {
                  productId,
                  ...amountBack(line, choice.quantity),
                  restock: choice.restock,
                  reason: STORED_REASONS[reason],
                },
              ]
            : []
        }),
      })
    },
    meta: { errorShownBy: 'component' },
    onSuccess: ({ bills }) => {
      const note = bills.findLast(({ creditFor }) => creditFor === number)
      const successText = order.data?.paidBy === 'KHATA' ? texts.takenOffKhata : texts.givenBack
      notify.success(successText(formatRupees(sum), note?.number ?? number))
      void queryClient.invalidateQueries({ queryKey: billQuery(number).queryKey })
      onBack()
    },
  })
  const error = bill.error ?? order.error
  if (error)
    return (
      <Alert tone="danger" role="alert">
        {errorMessage(error, texts.failedToFind)}
      </Alert>
    )
  if (!bill.data || !order.data) return <LinesSkeleton count={3} />
  if (!hasStaffRole(user, 'MANAGER') && !isSoldToday(order.data))
    return <Alert tone="warning">{texts.returnsOfManagers}</Alert>
  // The server credits the khata, whichever method the request names.
  const isOnKhata = order.data.paidBy === 'KHATA'
  return (
    <>
      <p className={styles.bill}>
        <b>{number}</b> {bill.data.buyer.name} <strong>{formatRupees(toPaise(bill.data.payable))}</strong>
      </p>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <ReturnLine
            key={line.row}
            line={line}
            chosen={picked[line.row]}
            onChoose={(choice) =>
              setPicked(({ [line.row]: _, ...rest }) => (choice ? { ...rest, [line.row]: choice } : rest))
            }
          />
        ))}
      </ul>
      {sum > 0 && (
        <>
          <FilterSelect
            name="reason"
            label={texts.reason}
            value={reason}
            options={texts.reasons}
            onSelect={(chosen) => setReason(chosen as ReturnReason)}
          />
          {giving.error && (
            <Alert tone="danger" role="alert">
              {errorMessage(giving.error, texts.failedToReturn)}
            </Alert>
          )}
          <fieldset className={stack.row} aria-label={texts.howBack}>
            {isOnKhata && (
              <Button variant="accent" pending={giving.isPending} onClick={() => giving.mutate('KHATA')}>
                {texts.takeOffKhata(formatRupees(sum))}
              </Button>
            )}
            {(isOnKhata ? [] : PAID_BY).map((by) => (
              <Button
                key={by}
                variant={by === 'CASH' ? 'accent' : 'outline'}
                pending={giving.isPending}
                onClick={() => giving.mutate(by)}
              >
                {by === 'CASH' ? texts.giveBackSum(formatRupees(sum)) : texts.methods[by]}
              </Button>
            ))}
          </fieldset>
        </>
      )}
    </>
  )
}

/** Reports whether goods were sold at the counter today, so that a packer can take them back. */
function isSoldToday({ channel, createdAt }: { channel: string; createdAt: string }): boolean {
  return channel === 'COUNTER' && dayInIndia(Date.parse(createdAt)) === dayInIndia(Date.now())
}

/** Returns the initial quantity to return: one piece, or the whole weight. */
function initialQuantityBack(line: BillLine): number {
  return isWeighed(line) ? (line.returnable ?? 0) : 1
}

/** Converts the returned quantity of a line to the API's form. */
function amountBack(line: BillLine, quantity: number): { grams: number } | { quantity: number } {
  return isWeighed(line) ? { grams: Math.round(quantity * 1000) } : { quantity }
}

/** Returns the price of pieces or kilograms of a line. */
function sumBack({ gross, quantity }: BillLine, pieces: number): number {
  return Math.round((toPaise(gross) * pieces) / quantity)
}

/** Returns the refund of returned goods; of a rounded order, as the server rounds it. */
function refundOf(order: Parameters<typeof roundedSums>[0], goods: Paise): Paise {
  if (!order.rounded) return goods
  const [total, collect, due] = [toPaise(order.totalAmt), toPaise(order.collectAmt), toPaise(order.refundDue)]
  return roundedSums(order, { total: total - goods, collect, refundDue: due + goods }).refundDue - due
}

function returnableText(line: BillLine): string {
  const { returnable = 0 } = line
  if (isWeighed(line)) return texts.returnableWeight(formatWeight(Math.round(returnable * 1000)))
  return texts.returnable(returnable)
}

type LineProps = {
  line: BillLine
  chosen: Chosen[string] | undefined
  onChoose: (chosen: Chosen[string] | undefined) => void
}

function ReturnLine({ line, chosen, onChoose }: LineProps) {
  const { name, unit, returnable = 0, gross } = line
  const minimum = isWeighed(line) ? 0.001 : 1
  // The text while typing: "0" of "0.5" is not yet the quantity.
  const [typed, setTyped] = useState<string>()
  return (
    <li data-chosen={chosen ? '' : undefined}>
      <label>
        <Checkbox
          checked={chosen !== undefined}
          disabled={returnable <= 0}
          onChange={({ target }) =>
            onChoose(target.checked ? { quantity: initialQuantityBack(line), restock: false } : undefined)
          }
        />
        <span>
          <b>{name}</b>
          <small>
            {[!isWeighed(line) && unit, returnable > 0 ? returnableText(line) : texts.allBack]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        <strong>{formatRupees(toPaise(gross))}</strong>
      </label>
      {chosen && (
        <div className={styles.tools}>
          <Field
            label={isWeighed(line) ? texts.kilogramsBack : texts.pieces}
            type="number"
            inputMode={isWeighed(line) ? 'decimal' : 'numeric'}
            min={minimum}
            max={returnable}
            step={minimum}
            value={typed ?? chosen.quantity}
            onBlur={() => setTyped(undefined)}
            onChange={({ target }) => {
              setTyped(target.value)
              onChoose({
                ...chosen,
                quantity: Math.max(minimum, Math.min(returnable, Number(target.value) || minimum)),
              })
            }}
          />
          <label>
            <Checkbox
              checked={chosen.restock}
              onChange={({ target }) => onChoose({ ...chosen, restock: target.checked })}
            />
            {texts.restock}
          </label>
        </div>
      )}
    </li>
  )
}
