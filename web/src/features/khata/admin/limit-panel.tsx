import { Link } from '@tanstack/react-router'
import { Merge, Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useConfirmedCall } from '@/features/account/confirmed-call'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button, buttonClass } from '@/ui/button'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { addLine, type KhataStatement, setLimit } from '../api'
import { khataTexts } from '../texts'
import styles from './khata-forms.module.css'
import { LimitBar } from './limit-bar'
import { useShowStatement } from './use-show-statement'

type Props = { statement: KhataStatement; mayLimit: boolean }

/** The limit and its used share, and a form for a correction with a reason. */
export function LimitPanel({ statement, mayLimit }: Props) {
  const [form, setForm] = useState<'limit' | 'correction'>()
  const { limit, ownLimit, customer } = statement
  return (
    <Panel padded>
      <div className={styles.limitHead}>
        <h2 className={styles.title}>
          {limit === null ? khataTexts.noLimit : khataTexts.limitIs(formatRupees(toPaise(limit)))}
          {limit !== null && !ownLimit && <small> {khataTexts.shopLimit}</small>}
        </h2>
        {mayLimit && (
          <Button size="small" variant="quiet" onClick={() => setForm('limit')}>
            {khataTexts.change}
          </Button>
        )}
      </div>
      {limit !== null && <LimitBar account={statement} />}
      {form === 'limit' && <LimitForm statement={statement} onClose={() => setForm(undefined)} />}
      {form === 'correction' && <CorrectionForm statement={statement} onClose={() => setForm(undefined)} />}
      <p className={styles.presets}>
        <Button size="small" variant="quiet" icon={Pencil} onClick={() => setForm('correction')}>
          {khataTexts.correction}
        </Button>
        <Link
          to="/dashboard/customers/$id"
          params={{ id: customer._id }}
          hash="merge"
          className={buttonClass({ variant: 'quiet', size: 'small' })}
        >
          <Icon icon={Merge} />
          {khataTexts.twice}
        </Link>
      </p>
    </Panel>
  )
}

type FormProps = { statement: KhataStatement; onClose: () => void }

function LimitForm({ statement: { customer, limit, ownLimit }, onClose }: FormProps) {
  const [typed, setTyped] = useState(ownLimit ? String(limit) : '')
  const show = useShowStatement()
  const confirmed = useConfirmedCall()
  const saving = useMutation({
    mutationFn: (limit: string) =>
      confirmed.run((password) => setLimit({ customer: customer._id, limit, password })),
    meta: { errorShownBy: 'component' },
    onSuccess: (changed) => {
      show(changed)
      notify.success(khataTexts.limitSaved)
      onClose()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(typed.trim())
  }
  return (
    <>
      <form className={styles.form} onSubmit={onSubmit}>
        <Field
          label={khataTexts.limit}
          description={khataTexts.limitHint}
          inputMode="decimal"
          autoFocus
          value={typed}
          error={saving.error ? errorMessage(saving.error, khataTexts.limitFailed) : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <FormButtons label={khataTexts.save} pending={saving.isPending} onClose={onClose} />
      </form>
      {confirmed.dialog}
    </>
  )
}

function CorrectionForm({ statement: { customer }, onClose }: FormProps) {
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [key] = useState(newIdempotencyKey)
  const show = useShowStatement()
  const saving = useMutation({
    mutationFn: addLine,
    meta: { errorShownBy: 'component' },
    onSuccess: (changed) => {
      show(changed)
      notify.success(khataTexts.corrected)
      onClose()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const signed = amount.trim().replace('−', '-')
    saving.mutate({ customer: customer._id, kind: 'CORRECTION', amount: signed, reason: reason.trim(), key })
  }
  const failed = saving.error ? errorMessage(saving.error, khataTexts.notCorrected) : undefined
  const ofAmount =
    saving.error instanceof ApiError && saving.error.fields.some(({ field }) => field === 'amount')
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field
        label={khataTexts.amount}
        description={khataTexts.correctionAmount}
        autoFocus
        autoComplete="off"
        value={amount}
        error={ofAmount ? failed : undefined}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Field
        label={khataTexts.reason}
        maxLength={200}
        value={reason}
        error={ofAmount ? undefined : failed}
        onChange={({ target }) => setReason(target.value)}
      />
      <FormButtons label={khataTexts.correct} pending={saving.isPending} onClose={onClose} />
    </form>
  )
}

function FormButtons({ label, pending, onClose }: { label: string; pending: boolean; onClose: () => void }) {
  return (
    <p className={styles.presets}>
      <Button type="submit" size="small" variant="outline" pending={pending}>
        {label}
      </Button>
      <Button size="small" variant="quiet" onClick={onClose}>
        {khataTexts.leave}
      </Button>
    </p>
  )
}
