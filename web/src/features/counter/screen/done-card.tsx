import { useQuery } from '@tanstack/react-query'
import { Check, MessageCircle, Printer, Replace, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { billMessage } from '@/features/order/bill-message'
import { billOrderTexts } from '@/features/order/bill-order-texts'
import { settingsQuery } from '@/features/settings/api'
import { formatTime } from '@/lib/dates'
import { readChoice, saveChoice } from '@/lib/device-choice'
import { toastError } from '@/lib/errors'
import { formatRupees } from '@/lib/money'
import { notify } from '@/lib/notify'
import { paperTexts } from '@/lib/paper-texts'
import { useLoggedIn } from '@/lib/session'
import { useMutation } from '@/lib/use-mutation'
import { Button, buttonClass } from '@/ui/button'
import { Field } from '@/ui/field'
import { FilterSelect } from '@/ui/filter-select'
import { Icon } from '@/ui/icon'
import { Receipt } from '@/ui/receipt'
import { PAID_BY, type PaidBy } from '../counter'
import type { CounterStore } from '../counter-store'
import { counterTexts as texts } from '../counter-texts'
import type { SaleEntry } from '../outbox'
import { paidByText } from '../sale'
import { notesOf } from '../sums'
import styles from './done-card.module.css'
import { DEFAULT_PAPER, PAPER_CHOICE } from './sale-paper'

type Props = {
  store: CounterStore
  sale: SaleEntry
  onPrint: (sale: SaleEntry) => void
  onTakeBack: () => void
}

/** The sale that was just closed. The first scan of the next bill removes it. */
export function DoneCard({ store, sale, onPrint, onTakeBack }: Props) {
  const { body, facts, state } = sale
  const [isAsking, setAsking] = useState(false)
  const [paper, setPaper] = useState(() => readChoice(PAPER_CHOICE) || DEFAULT_PAPER)
  const cash = facts.parts.find(({ by }) => by === 'CASH')
  const change = cash?.given === undefined ? 0 : cash.given - cash.amount
  return (
    <div className={styles.done} role="status">
      <Receipt>
        <header>
          <span className={styles.stamp}>
            <Icon icon={Check} />
          </span>
          <div>
            <h2>{texts.paid(formatRupees(facts.payable))}</h2>
            <p>
              {[body.number, facts.customer?.name, state === 'WAITING' && texts.waitsToBeSent]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <p>{texts.paidAt(paidByText(facts), formatTime(new Date(body.at)))}</p>
          </div>
        </header>
        {change > 0 && (
          <p className={styles.give}>
            <span>
              {texts.giveBack}
              <small>{notesOf(change)}</small>
            </span>
            <b>{formatRupees(change)}</b>
          </p>
        )}
        <div className={styles.acts}>
          <Button variant="outline" icon={Printer} onClick={() => onPrint(sale)}>
            {texts.print}
          </Button>
          <Button variant="outline" icon={Undo2} onClick={onTakeBack}>
            {texts.takeBack}
          </Button>
          <SendBill sale={sale} />
          {sale.order && (
            <Button
              variant="quiet"
              icon={Replace}
              aria-expanded={isAsking}
              onClick={() => setAsking(!isAsking)}
            >
              {texts.correctPayment}
            </Button>
          )}
        </div>
        <FilterSelect
          name="paper"
          label={paperTexts.paper}
          value={paper}
          options={paperTexts.papers}
          onSelect={(chosen) => {
            saveChoice(PAPER_CHOICE, chosen)
            setPaper(chosen)
          }}
        />
        {isAsking && sale.order && (
          <PaymentCorrection
            store={store}
            sale={sale}
            order={sale.order._id}
            onDone={() => setAsking(false)}
          />
        )}
      </Receipt>
    </div>
  )
}

/** Sends the bill's link to the customer by WhatsApp. */
function SendBill({ sale: { facts, order } }: { sale: SaleEntry }) {
  const { data: shop } = useQuery(settingsQuery)
  const message = shop && facts.customer && billMessage(facts.customer, shop.name, order?.bills ?? [])
  if (!message) return null
  return (
    <a href={message} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'outline' })}>
      <Icon icon={MessageCircle} size="small" />
      {billOrderTexts.sendByWhatsApp}
    </a>
  )
}

type CorrectionProps = { store: CounterStore; sale: SaleEntry; order: string; onDone: () => void }

const REFERENCE_MAX = 60

/** Corrects a wrong payment method; the bill is unchanged. A packer gives a reference, and cannot choose the khata. */
function PaymentCorrection({ store, sale, order, onDone }: CorrectionProps) {
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  const isManager = hasStaffRole(user, 'MANAGER')
  const [typed, setTyped] = useState('')
  const { payable, customer } = sale.facts
  const changing = useMutation({
    mutationFn: (by: PaidBy) => {
      const reference = by === 'CASH' ? undefined : typed.trim() || undefined
      return store.correctPayment(sale, order, { by, amount: payable, reference })
    },
    onSuccess: (_, by) => {
      notify.success(texts.changed(texts.methodsInSentence[by]))
      onDone()
    },
    onError: (error) => toastError(error, { fallback: texts.failedToChange }),
  })
  const methods = PAID_BY.filter((by) => by !== 'KHATA' || (customer !== undefined && isManager))
  return (
    <fieldset className={styles.methods} aria-label={texts.howWasItPaid}>
      {!isManager && (
        <Field
          label={texts.reference}
          description={texts.referenceHint}
          autoComplete="off"
          maxLength={REFERENCE_MAX}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {methods.map((by) => (
        <Button
          key={by}
          size="small"
          variant="outline"
          pending={changing.isPending}
          onClick={() => changing.mutate(by)}
        >
          {texts.methods[by]}
        </Button>
      ))}
    </fieldset>
  )
}
