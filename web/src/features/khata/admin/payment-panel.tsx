import { Banknote, QrCode as QrIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { parseNumber, plainNumber } from '@/lib/plain-number'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Panel } from '@/ui/panel'
import { QrCode } from '@/ui/qr-code'
import { addLine, type KhataStatement } from '../api'
import { formatDayOfTimestamp } from '../days'
import { khataTexts } from '../texts'
import styles from './khata-forms.module.css'
import { useShowStatement } from './use-show-statement'

const REFERENCE_MAX = 60

type Props = { statement: KhataStatement; needsReference: boolean }

/**
 * Records a payment. The field starts with the whole balance; one press records it as cash or UPI. A packer gives the
 * reference of a UPI payment.
 */
export function PaymentPanel({ statement, needsReference }: Props) {
  const { customer, balance, oldestOpen, since, upi } = statement
  const [typed, setTyped] = useState(balance > 0 ? String(balance) : '')
  const [typedReference, setReference] = useState('')
  const [showsCode, setShowsCode] = useState(false)
  const attempt = useRef({ key: '', body: '' })
  const show = useShowStatement()
  const recording = useMutation({
    mutationFn: addLine,
    meta: { errorShownBy: 'component' },
    onSuccess: (changed) => {
      notify.success(khataTexts.took(amount))
      show(changed)
    },
  })
  const rupees = parseNumber(typed)
  const amount = rupees > 0 ? formatRupees(toPaise(rupees)) : ''
  const recordPayment = (by: 'CASH' | 'UPI') => {
    const reference = (by === 'UPI' && typedReference.trim()) || undefined
    const body = `${by} ${typed} ${reference}`
    // A retry after a missing response keeps its key, so that the payment is recorded once.
    if (attempt.current.body !== body || recording.isSuccess)
      attempt.current = { key: newIdempotencyKey(), body }
    const { key } = attempt.current
    recording.mutate({
      customer: customer._id,
      kind: 'PAYMENT',
      amount: plainNumber(typed),
      by,
      reference,
      key,
    })
  }
  const isPart = oldestOpen > 0 && oldestOpen < balance && since
  return (
    <Panel padded>
      <h2 className={styles.title}>{khataTexts.payment}</h2>
      <Field
        label={khataTexts.paymentAmount}
        inputMode="decimal"
        autoComplete="off"
        className={styles.amount}
        value={typed}
        error={recording.error ? errorMessage(recording.error, khataTexts.notTaken) : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      {balance > 0 && (
        <p className={styles.presets}>
          <Button size="small" variant="outline" onClick={() => setTyped(String(balance))}>
            {khataTexts.all}
          </Button>
          {isPart && (
            <Button size="small" variant="outline" onClick={() => setTyped(String(oldestOpen))}>
              {formatRupees(toPaise(oldestOpen))}
            </Button>
          )}
        </p>
      )}
      <p className={styles.buttons}>
        <Button
          variant="accent"
          icon={Banknote}
          disabled={!amount}
          pending={recording.isPending}
          onClick={() => recordPayment('CASH')}
        >
          {khataTexts.cash(amount)}
        </Button>
        <Button
          variant="outline"
          icon={QrIcon}
          disabled={!amount}
          pending={recording.isPending}
          onClick={() => (upi && !showsCode ? setShowsCode(true) : recordPayment('UPI'))}
        >
          {khataTexts.upi(amount)}
        </Button>
      </p>
      {showsCode && upi && amount && (
        <QrCode
          value={upi.link.replace(/&am=[^&]*/, `&am=${rupees.toFixed(2)}`)}
          label={khataTexts.payCode}
          className={styles.code}
        />
      )}
      {needsReference && (
        <Field
          label={khataTexts.reference}
          description={khataTexts.referenceHint}
          autoComplete="off"
          maxLength={REFERENCE_MAX}
          value={typedReference}
          onChange={({ target }) => setReference(target.value)}
        />
      )}
      {isPart && (
        <p className={styles.hint}>
          {khataTexts.openSince(formatRupees(toPaise(oldestOpen)), formatDayOfTimestamp(since))}
        </p>
      )}
    </Panel>
  )
}
