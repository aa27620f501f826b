import { useQueryClient } from '@tanstack/react-query'
import { Clock, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { keyOf } from '@/lib/idempotency-key'
import { payable, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { parseNumber, plainNumber } from '@/lib/plain-number'
import { useMutation } from '@/lib/use-mutation'
import { formatQuantity, formatWeight } from '@/lib/weight'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { type ExpiringLot, markDown, purchasesKey, writeOff } from '../api'
import { formatCalendarDay } from '../days'
import { formatMoney, grams } from '../draft'
import { formatPace } from '../pace'
import { purchaseTexts as texts } from '../texts'
import { storedReason } from '../write-off-reasons'
import styles from './purchases.module.css'

/** A lot with its forecast, and actions: lower the price or write it off. */
export function ExpiringRow({ lot }: { lot: ExpiringLot }) {
  const { product, bestBefore, daysLeft, left, stepGrams, value, perDay, wouldBeLeft, markdown } = lot
  const [open, setOpen] = useState<'price' | 'off'>()
  const past = daysLeft < 0
  return (
    <li className={styles.lot}>
      <Picture
        src={product.image[0]}
        drawing={product.picture}
        name={product.name}
        size="small"
        className={styles.picture}
      />
      <span className={styles.lotWhat}>
        <b>{product.name}</b>
        <small>
          {[
            texts.best(formatCalendarDay(bestBefore)),
            texts.left(formatQuantity(left, stepGrams)),
            formatPace(perDay, stepGrams),
          ].join(' · ')}
        </small>
      </span>
      <span className={styles.lotNote}>
        <span className={styles.state} data-state={past || daysLeft <= 3 ? 'LATE' : 'OPEN'}>
          <Icon icon={past ? TriangleAlert : Clock} size="small" />
          {past ? texts.daysPast(-daysLeft) : texts.inDaysShort(daysLeft)}
        </span>
        <small>
          {past
            ? texts.notSold
            : markdown
              ? texts.marked(formatMoney(markdown.after))
              : wouldBeLeft > 0
                ? texts.wouldLeft(formatQuantity(wouldBeLeft, stepGrams))
                : texts.sellsOut}
        </small>
      </span>
      <span className={styles.lotSum}>
        {value !== null && (
          <>
            <b>{formatMoney(value)}</b>
            <small>{texts.atCostShort}</small>
          </>
        )}
      </span>
      <span className={styles.lotActs}>
        {!past && (
          <Button
            variant="outline"
            aria-expanded={open === 'price'}
            onClick={() => setOpen(open === 'price' ? undefined : 'price')}
          >
            {texts.markDown}
          </Button>
        )}
        <Button
          variant="outline"
          aria-expanded={open === 'off'}
          onClick={() => setOpen(open === 'off' ? undefined : 'off')}
        >
          {texts.writeOff}
        </Button>
      </span>
      {open === 'price' && <PriceForm lot={lot} onDone={() => setOpen(undefined)} />}
      {open === 'off' && <WriteOffForm lot={lot} onDone={() => setOpen(undefined)} />}
    </li>
  )
}

type FormProps = { lot: ExpiringLot; onDone: () => void }

function PriceForm({ lot, onDone }: FormProps) {
  const { product, markdown, left, stepGrams } = lot
  const usual = markdown ? toPaise(markdown.after) : payable(product)
  const cost = product.cost
  const ten = String(Math.round(usual * 0.9) / 100)
  const [price, setPrice] = useState(ten)
  const marking = useLotMutation(markDown, texts.markedDown, onDone)
  return (
    <div className={styles.lotForm}>
      <Field
        label={`${texts.newPrice} ${texts.now(formatMoney(payable(product) / 100))}`}
        prefix="₹"
        inputMode="decimal"
        autoComplete="off"
        value={price}
        error={marking.error ? errorMessage(marking.error, texts.notMarkedDown) : undefined}
        onChange={({ target }) => setPrice(target.value)}
      />
      <p className={styles.buttons}>
        <Button variant="outline" onClick={() => setPrice(ten)}>
          {texts.tenOff(formatMoney(Number(ten)))}
        </Button>
        {cost !== undefined && toPaise(cost) < usual && (
          <Button variant="outline" onClick={() => setPrice(String(cost))}>
            {texts.atCostPrice(formatMoney(cost))}
          </Button>
        )}
        <Button variant="outline" onClick={() => setPrice(String(Math.round(usual / 2) / 100))}>
          {texts.half(formatMoney(Math.round(usual / 2) / 100))}
        </Button>
      </p>
      <Button
        pending={marking.isPending}
        onClick={() => marking.mutate({ lot: lot.lot, price: plainNumber(price) })}
      >
        {texts.markDownTo(formatMoney(parseNumber(price) || 0))}
      </Button>
      <p className={styles.hint}>
        {texts.untilOut(product.name, formatQuantity(left, stepGrams), formatMoney(usual / 100))}
      </p>
    </div>
  )
}

function WriteOffForm({ lot, onDone }: FormProps) {
  const { stepGrams } = lot
  const [typed, setTyped] = useState(String(stepGrams ? (lot.left * stepGrams) / 1000 : lot.left))
  const amount = parseNumber(typed) || 0
  const [reason, setReason] = useState<string>(lot.daysLeft < 0 ? texts.writeOffReasons[0] : '')
  const attempt = useRef<ReturnType<typeof keyOf>>(undefined)
  const write = (body: Parameters<typeof writeOff>[0]) => {
    // A retry after a missing response keeps its key, so that the pieces are written off once.
    attempt.current = keyOf(attempt.current, JSON.stringify(body))
    return writeOff({ ...body, key: attempt.current.key })
  }
  const writing = useLotMutation(write, texts.writtenOff, onDone)
  return (
    <div className={styles.lotForm}>
      <Field
        label={stepGrams ? texts.kilograms : texts.piecesOf}
        inputMode={stepGrams ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Field label={texts.reason} value={reason} onChange={({ target }) => setReason(target.value)} />
      <p className={styles.buttons}>
        {texts.writeOffReasons.map((usual) => (
          <Button key={usual} size="small" variant="outline" onClick={() => setReason(usual)}>
            {usual}
          </Button>
        ))}
      </p>
      {writing.error && <FieldError>{errorMessage(writing.error, texts.notWrittenOff)}</FieldError>}
      <Button
        variant="danger"
        pending={writing.isPending}
        onClick={() =>
          writing.mutate({
            lot: lot.lot,
            reason: storedReason(reason),
            ...(stepGrams ? { grams: grams(typed) } : { pieces: plainNumber(typed) }),
          })
        }
      >
        {texts.writeOffNow(stepGrams ? formatWeight(Number(grams(typed)) || 0) : texts.pieces(amount))}
      </Button>
    </div>
  )
}

/** A mutation of a lot that refetches all stock data. */
function useLotMutation<Body>(
  mutationFn: (body: Body) => Promise<unknown>,
  success: string,
  onDone: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    meta: { errorShownBy: 'component' },
    onSuccess: () => {
      notify.success(success)
      onDone()
      void queryClient.invalidateQueries({ queryKey: purchasesKey })
    },
  })
}
