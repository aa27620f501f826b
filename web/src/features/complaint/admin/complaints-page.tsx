import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquareWarning } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '@/lib/class-names'
import { DAY_MS, formatDateTime, formatPaperDay, HOUR_MS } from '@/lib/dates'
import { errorMessage } from '@/lib/errors'
import { focusIfLost } from '@/lib/focus-if-lost'
import { useTitle } from '@/lib/title'
import { useMutation } from '@/lib/use-mutation'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { Pager } from '@/ui/pager'
import { panelClass } from '@/ui/panel'
import { TextAreaField } from '@/ui/text-area-field'
import {
  answerComplaint,
  type ComplaintSearch,
  type CustomerComplaint,
  complaintsKey,
  complaintsQuery,
} from '../api'
import { complaintTexts as texts } from '../texts'
import styles from './complaints-page.module.css'

const REPLY_MAX = 2000

/** Customers' complaints, oldest first, each with its legal deadline. */
export function ComplaintsPage({ search }: { search: ComplaintSearch }) {
  useTitle(texts.complaints)
  const navigate = useNavigate({ from: '/dashboard/complaints' })
  const { data, error, refetch } = useQuery(complaintsQuery(search))
  const { settled, page = 1 } = search
  const list = useRef<HTMLUListElement>(null)
  const answered = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data removes the pressed button
  useEffect(() => {
    if (!answered.current) return
    const form = list.current?.querySelector(`[id="${answered.current}"]`) ?? list.current
    focusIfLost(form?.querySelector('textarea') ?? list.current)
    answered.current = null
  }, [data])
  const show = (next: true | undefined) => void navigate({ search: { settled: next }, replace: true })
  return (
    <>
      <PageHeader title={texts.complaints} />
      <div className={styles.chips}>
        <Chip pressed={!settled} onClick={() => show(undefined)}>
          {texts.open}
        </Chip>
        <Chip pressed={Boolean(settled)} onClick={() => show(true)}>
          {texts.settled}
        </Chip>
      </div>
      {data ? (
        <>
          {data.total === 0 && (
            <EmptyState
              icon={MessageSquareWarning}
              tone="indigo"
              title={texts.none}
              description={texts.noneHint}
            />
          )}
          <ul ref={list} className={styles.list} tabIndex={-1}>
            {data.complaints.map((complaint) => (
              <ComplaintCard
                key={complaint._id}
                complaint={complaint}
                onAnswered={() => {
                  answered.current = complaint._id
                }}
              />
            ))}
          </ul>
          {data.pages > 1 && <Pager page={page} pages={data.pages} summary={texts.page(page, data.pages)} />}
        </>
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={4} />
      )}
    </>
  )
}

type CardProps = {
  complaint: CustomerComplaint
  /** Called before the complaints are loaded again. */
  onAnswered: () => void
}

function ComplaintCard({ complaint, onAnswered }: CardProps) {
  const { number, name, order, text, createdAt, settledAt } = complaint
  return (
    <li className={classNames(panelClass({ padded: true }), styles.card)}>
      <div className={styles.head}>
        <h2>
          {texts.ticket(number)} {name}
        </h2>
        <Clock complaint={complaint} />
      </div>
      <p className={styles.detail}>
        {formatDateTime(createdAt)}
        {order && `, ${texts.about(order)}`}
      </p>
      <p className={styles.text}>{text}</p>
      <p className={styles.detail}>
        <Contact complaint={complaint} />
      </p>
      {complaint.reply && (
        <p className={styles.text}>
          <b>{texts.shopSays}:</b> {complaint.reply}
        </p>
      )}
      {!settledAt && <AnswerForm complaint={complaint} onAnswered={onAnswered} />}
    </li>
  )
}

function Contact({ complaint: { deleted, mobile, email } }: { complaint: CustomerComplaint }) {
  if (deleted) return texts.accountDeleted
  return (
    <>
      {mobile && <a href={`tel:${mobile}`}>{mobile}</a>} {email && <a href={`mailto:${email}`}>{email}</a>}
    </>
  )
}

/** Formats a duration: "5 hours", "12 days"; less than an hour counts as one. */
function spanText(ms: number): string {
  const whole = Math.abs(ms)
  return whole < 2 * DAY_MS
    ? texts.hours(Math.max(1, Math.round(whole / HOUR_MS)))
    : texts.days(Math.round(whole / DAY_MS))
}

/** The next step that the shop must take, and the time left for it. */
function Clock({ complaint }: { complaint: CustomerComplaint }) {
  const { acknowledgedAt, settledAt, acknowledgeBy, settleBy } = complaint
  if (settledAt) return <Badge tone="success">{texts.settledOn(formatPaperDay(settledAt))}</Badge>
  const left = Date.parse(acknowledgedAt ? settleBy : acknowledgeBy) - Date.now()
  const late = left < 0
  const [inTime, tooLate] = acknowledgedAt
    ? [texts.settleWithin, texts.settleLate]
    : [texts.acknowledgeWithin, texts.acknowledgeLate]
  return (
    <Badge tone={late ? 'danger' : 'warning'}>
      {late ? tooLate(spanText(left)) : inTime(spanText(left))}
    </Badge>
  )
}

function AnswerForm({
  complaint: { _id, number, name, acknowledgedAt, reply: savedReply },
  onAnswered,
}: CardProps) {
  const queryClient = useQueryClient()
  const [reply, setReply] = useState('')
  const [missing, setMissing] = useState(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: answerComplaint,
    meta: { errorShownBy: 'component' },
    onSuccess: () => {
      setReply('')
      onAnswered()
      return queryClient.invalidateQueries({ queryKey: complaintsKey })
    },
  })
  const send = (settled?: true) => {
    const words = reply.trim()
    const needed = settled ? !words && !savedReply : !words
    setMissing(needed)
    if (!needed) mutate({ _id, reply: words || undefined, settled })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form id={_id} className={styles.form} aria-label={texts.answer(number)} noValidate onSubmit={onSubmit}>
      <TextAreaField
        label={texts.reply(name)}
        rows={3}
        maxLength={REPLY_MAX}
        value={reply}
        error={
          missing && !reply.trim()
            ? texts.replyMissing
            : error
              ? errorMessage(error, texts.failedToAnswer)
              : undefined
        }
        onChange={({ target }) => setReply(target.value)}
      />
      <div className={styles.buttons}>
        {!acknowledgedAt && (
          <Button size="small" variant="outline" pending={isPending} onClick={() => mutate({ _id })}>
            {texts.acknowledge}
          </Button>
        )}
        <Button type="submit" size="small" variant="outline" pending={isPending}>
          {texts.sendReply}
        </Button>
        <Button size="small" pending={isPending} onClick={() => send(true)}>
          {texts.settle}
        </Button>
      </div>
    </form>
  )
}
