import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeft,
  Banknote,
  CreditCard,
  type LucideIcon,
  NotebookTabs,
  QrCode as QrIcon,
  Split,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { errorMessage, toastError } from '@/lib/errors'
import { formatRupees } from '@/lib/money'
import { useLoggedIn } from '@/lib/session'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { parseAmount } from '../amount'
import type { CounterCustomer, PaidBy, PaidPart } from '../counter'
import type { CounterState, CounterStore } from '../counter-store'
import { counterTexts as texts } from '../counter-texts'
import type { SaleEntry } from '../outbox'
import { overLimit } from '../sale'
import layout from './counter-layout.module.css'
import { Key } from './keys'
import { CardPart, CashPart, KhataPart, SplitPart, UPIPart } from './pay-parts'
import styles from './pay-view.module.css'

type Props = {
  store: CounterStore
  state: CounterState
  onBack: () => void
  onCustomer: () => void
  onBuyer: () => void
  onDone: (sale: SaleEntry) => void
}

type Method = PaidBy | 'SPLIT'

const METHODS: { method: Method; key: string; icon: LucideIcon; name: string }[] = [
  { method: 'CASH', key: 'C', icon: Banknote, name: texts.methods.CASH },
  { method: 'UPI', key: 'U', icon: QrIcon, name: texts.methods.UPI },
  { method: 'CARD', key: 'D', icon: CreditCard, name: texts.methods.CARD },
  { method: 'KHATA', key: 'K', icon: NotebookTabs, name: texts.methods.KHATA },
  { method: 'SPLIT', key: 'S', icon: Split, name: texts.split },
]

/** The payment of the bill: C, U, D, K and S select the method, digits the amount, Enter confirms. */
export function PayView({ store, state, onBack, onCustomer, onBuyer, onDone }: Props) {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  // The bill on display while it is being sent; the current bill is already the next one.
  const [closing, setClosing] = useState<{ payable: number; customer?: CounterCustomer }>()
  const payable = closing?.payable ?? store.sums().payable
  const { customer } = closing ?? state.bill
  const [method, setMethod] = useState<Method>('CASH')
  const [given, setGiven] = useState<string>()
  const [split, setSplit] = useState<PaidPart[]>([])
  const parts = partsOf(method, payable, given, split)
  const amountBy = (paidBy: PaidBy) => parts?.find(({ by }) => by === paidBy)?.amount ?? 0
  const onKhata = amountBy('KHATA')
  const excess = onKhata > 0 && customer ? overLimit(customer, store.waiting(), onKhata) : 0
  const isOwner = hasStaffRole(user, 'OWNER')
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const paying = useMutation({
    mutationFn: async (override: boolean) => {
      if (!parts) return
      setClosing({ payable, customer })
      const result = await store.pay(parts, override || undefined).finally(() => setClosing(undefined))
      if ('refused' in result) throw result.refused
      onDone(result.sale)
    },
    // The view shows the error itself, unless the user has left it.
    onError: (error) => isLeft.current && toastError(error, { fallback: texts.failedToPay }),
  })
  const lacksBuyer = !closing && store.lacksBuyer()
  const isPayable = parts !== undefined && !lacksBuyer
  const canTake = isPayable && excess === 0 && (onKhata === 0 || customer !== undefined)
  const take = (override = false) => {
    if (!paying.isPending && (canTake || (override && isPayable))) paying.mutate(override)
  }
  useMethodKeys((key) => {
    const chosen = METHODS.find((option) => option.key === key)
    if (chosen && !paying.isPending) setMethod(chosen.method)
  }, take)

  const change = parts?.[0]?.given === undefined ? 0 : parts[0].given - parts[0].amount
  return (
    <section className={styles.pay} aria-label={texts.pay}>
      <header className={styles.head}>
        <IconButton icon={ArrowLeft} label={texts.backToBill} onClick={onBack} />
        <h2>{texts.paySum(formatRupees(payable))}</h2>
      </header>
      <div className={styles.methods} role="radiogroup" aria-label={texts.howPaid}>
        {METHODS.map(({ method: value, key, icon, name }) => (
          // biome-ignore lint/a11y/useSemanticElements: keys and clicks select, and the focus stays in the amount field
          <button
            key={value}
            type="button"
            role="radio"
            aria-checked={value === method}
            aria-keyshortcuts={key}
            onClick={() => setMethod(value)}
          >
            <Icon icon={icon} />
            {name}
            <Key name={key} />
          </button>
        ))}
      </div>
      {lacksBuyer && (
        <Alert
          tone="warning"
          role="alert"
          action={
            <Button size="small" variant="outline" onClick={onBuyer}>
              {texts.nameBuyer}
            </Button>
          }
        >
          {texts.needsBuyer}
        </Alert>
      )}
      {paying.error && (
        <Alert tone="danger" role="alert">
          {errorMessage(paying.error, isFull(paying.error) ? texts.full : texts.failedToPay)}
        </Alert>
      )}
      {method === 'CASH' && <CashPart payable={payable} text={given} onText={setGiven} />}
      {method === 'CARD' && <CardPart />}
      {method === 'SPLIT' && <SplitPart payable={payable} parts={split} onParts={setSplit} />}
      {amountBy('UPI') > 0 && <UPIPart amount={amountBy('UPI')} upi={state.shop.upi} />}
      {(method === 'KHATA' || onKhata > 0) && (
        <KhataPart amount={onKhata} customer={customer} waiting={store.waiting()} onCustomer={onCustomer} />
      )}
      {excess > 0 && customer && (
        <div className={styles.out}>
          {excess < payable && (
            <Button
              variant="outline"
              onClick={() => {
                setSplit([
                  { by: 'CASH', amount: excess },
                  { by: 'KHATA', amount: payable - excess },
                ])
                setMethod('SPLIT')
              }}
            >
              {texts.takePart(formatRupees(excess), formatRupees(payable - excess))}
            </Button>
          )}
          {isOwner ? (
            <Button variant="danger-quiet" pending={paying.isPending} onClick={() => take(true)}>
              {texts.letItPass}
            </Button>
          ) : (
            <p>{texts.onlyOwner}</p>
          )}
        </div>
      )}
      <div className={layout.pay}>
        <Button
          variant="accent"
          className={layout.go}
          disabled={!canTake}
          pending={paying.isPending}
          onClick={() => take()}
        >
          {paying.isPending ? texts.paying : takeText(method, payable, parts, change)}
          <Key name="Enter" />
        </Button>
      </div>
    </section>
  )
}

/** Reports whether the browser refused a write, as on a full device. */
const isFull = (error: unknown) => error instanceof DOMException

/** Returns the parts of the payment for the selected method; undefined while they do not add up to the total. */
function partsOf(
  method: Method,
  payable: number,
  given: string | undefined,
  split: PaidPart[],
): PaidPart[] | undefined {
  if (method === 'SPLIT') {
    const sum = split.reduce((all, { amount }) => all + amount, 0)
    const paid = split.filter(({ amount }) => amount > 0)
    return sum === payable && paid.length > 0 ? paid : undefined
  }
  if (method !== 'CASH') return [{ by: method, amount: payable }]
  const handed = given === undefined ? payable : parseAmount(given)
  return handed === undefined || handed < payable
    ? undefined
    : [{ by: 'CASH', amount: payable, given: handed }]
}

function takeText(method: Method, payable: number, parts: PaidPart[] | undefined, change: number): string {
  if (method === 'KHATA') return texts.onKhata(formatRupees(payable))
  if (method === 'UPI' || method === 'CARD') return texts.came(formatRupees(payable))
  if (change > 0) return texts.takeAndGive(formatRupees(parts?.[0]?.given ?? 0), formatRupees(change))
  return texts.takeExactly(formatRupees(payable))
}

/** Handles C, U, D, K, S and Enter wherever the focus is in the payment view, unless letters are being typed. */
function useMethodKeys(onKey: (key: string) => void, onEnter: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target))
        return
      if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
        event.preventDefault()
        onEnter()
      }
      const key = event.key.toUpperCase()
      if (!/^[CUDKS]$/.test(key)) return
      event.preventDefault()
      onKey(key)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })
}

/** Reports whether letters are typed at the target: in dialogs and the scan field, but not in amount fields. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role="dialog"], [role="listbox"]')) return true
  return target instanceof HTMLInputElement && target.inputMode !== 'decimal'
}
