import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { userQuery } from '@/features/account/api'
import { AuthRequired } from '@/features/account/auth-required'
import { ApiError } from '@/lib/api'
import { formatDateTime } from '@/lib/dates'
import { errorMessage } from '@/lib/errors'
import { keyOf } from '@/lib/idempotency-key'
import { useLoggedIn } from '@/lib/session'
import { useTitle } from '@/lib/title'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'
import { panelClass } from '@/ui/panel'
import { TextAreaField } from '@/ui/text-area-field'
import { type Complaint, complaintsKey, fileComplaint, ownComplaintsQuery } from '../api'
import { complaintTexts as texts } from '../texts'
import styles from './complaint-page.module.css'

const TEXT_MAX = 2000
const ORDER_MAX = 40

/** Lets a customer file a complaint, with a ticket number, and read the shop's replies. */
export function ComplaintPage() {
  useTitle(texts.complaint)
  const { data: user } = useQuery(userQuery(useLoggedIn()))
  return (
    <Page>
      {user ? (
        <>
          <PageHeader title={texts.complaint} />
          <div className={styles.columns}>
            <ComplaintForm />
            <OwnComplaints />
          </div>
        </>
      ) : (
        <AuthRequired />
      )}
    </Page>
  )
}

function ComplaintForm() {
  const queryClient = useQueryClient()
  const [order, setOrder] = useState('')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const attempt = useRef<ReturnType<typeof keyOf>>(undefined)
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: fileComplaint,
    meta: { errorShownBy: 'component' },
    onSuccess: () => {
      attempt.current = undefined
      setOrder('')
      setText('')
      return queryClient.invalidateQueries({ queryKey: complaintsKey })
    },
  })
  const hadSent = useRef(false)
  useEffect(() => {
    if (hadSent.current && !data) field.current?.focus()
    hadSent.current = data !== undefined
  }, [data])
  const refused = error instanceof ApiError ? error.fields.map(({ field }) => field) : []
  const reason = error ? errorMessage(error, texts.failedToSend) : undefined
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!text.trim())
    if (!text.trim()) return field.current?.focus()
    const body = { order: order.trim() || undefined, text: text.trim() }
    // A retry after a missing response keeps its key, so that the complaint is filed once.
    attempt.current = keyOf(attempt.current, JSON.stringify(body))
    mutate({ ...body, key: attempt.current.key })
  }
  if (data)
    return (
      <div className={styles.form}>
        <Alert tone="success" role="status" tabIndex={-1} ref={focus}>
          {texts.sent(data.number)}
        </Alert>
        <Button variant="outline" onClick={reset}>
          {texts.another}
        </Button>
      </div>
    )
  return (
    <form className={styles.form} aria-label={texts.complaint} noValidate onSubmit={onSubmit}>
      <p>{texts.hint}</p>
      <Field
        label={texts.order}
        description={texts.orderHint}
        autoComplete="off"
        maxLength={ORDER_MAX}
        value={order}
        error={refused.includes('order') ? reason : undefined}
        onChange={({ target }) => setOrder(target.value)}
      />
      <TextAreaField
        label={texts.text}
        ref={field}
        required
        rows={6}
        maxLength={TEXT_MAX}
        value={text}
        error={missing && !text.trim() ? texts.textMissing : refused.includes('text') ? reason : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      {reason && refused.length === 0 && (
        <Alert tone="danger" role="alert">
          {reason}
        </Alert>
      )}
      <Button type="submit" pending={isPending}>
        {texts.send}
      </Button>
    </form>
  )
}

/** Focuses the element that replaces the form, whose focused button is gone. */
function focus(element: HTMLElement | null) {
  element?.focus()
}

function OwnComplaints() {
  const { data: complaints = [] } = useQuery(ownComplaintsQuery)
  if (complaints.length === 0) return null
  return (
    <section className={styles.own}>
      <h2>{texts.mine}</h2>
      <ul className={panelClass()}>
        {complaints.map((complaint) => (
          <li key={complaint._id} className={styles.complaint}>
            <p className={styles.head}>
              <b>{texts.ticket(complaint.number)}</b> {formatDateTime(complaint.createdAt)}
              <State complaint={complaint} />
            </p>
            <p className={styles.text}>{complaint.text}</p>
            {complaint.reply && (
              <p className={styles.text}>
                <b>{texts.shopSays}:</b> {complaint.reply}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function State({ complaint: { acknowledgedAt, settledAt } }: { complaint: Complaint }) {
  if (settledAt) return <Badge tone="success">{texts.settled}</Badge>
  return <Badge tone="warning">{acknowledgedAt ? texts.acknowledged : texts.received}</Badge>
}
