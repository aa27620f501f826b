import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { todayQuery } from '@/features/report/api'
import { classNames } from '@/lib/class-names'
import { formatDateTime } from '@/lib/dates'
import { errorMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { panelClass } from '@/ui/panel'
import { type CounterRefusal, counterProblemsQuery, settleRefusal } from '../api'
import { problemTexts as texts } from '../problem-texts'
import styles from './counter-problems-page.module.css'

type Props = { refusal: CounterRefusal; maySettle: boolean }

/** A refused sale or return with the server's reason. A manager books it, or dismisses it with a reason. */
export function RefusalCard({ refusal, maySettle }: Props) {
  const { _id: id, kind, number, deviceName, at, who, message } = refusal
  const [isLeavingOut, setLeavingOut] = useState(false)
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const settling = useMutation({
    mutationFn: settleRefusal,
    meta: { errorShownBy: 'component' },
    onSuccess: (problems, { action }) => {
      notify.success(action === 'BOOK' ? texts.booked : texts.leftOut)
      queryClient.setQueryData(counterProblemsQuery.queryKey, problems)
      return queryClient.invalidateQueries({ queryKey: todayQuery.queryKey })
    },
  })
  const leaveOut = (event: FormEvent) => {
    event.preventDefault()
    settling.mutate({ id, action: 'DISMISS', reason })
  }
  const name = [texts.kinds[kind], number].filter(Boolean).join(' ')
  return (
    <li className={classNames(panelClass({ padded: true }), styles.card)}>
      <h3>{name}</h3>
      <p className={styles.detail}>{texts.origin(deviceName, formatDateTime(at), who)}</p>
      <p>{message}</p>
      {settling.error && (
        <Alert tone="danger" role="alert">
          {errorMessage(settling.error, texts.failed)}
        </Alert>
      )}
      {maySettle && !isLeavingOut && (
        <div className={styles.buttons}>
          <Button
            size="small"
            pending={settling.isPending}
            aria-label={`${texts.book}: ${name}`}
            onClick={() => settling.mutate({ id, action: 'BOOK' })}
          >
            {texts.book}
          </Button>
          <Button
            size="small"
            variant="outline"
            pending={settling.isPending}
            aria-label={`${texts.leaveOut}: ${name}`}
            onClick={() => setLeavingOut(true)}
          >
            {texts.leaveOut}
          </Button>
        </div>
      )}
      {isLeavingOut && (
        <form className={styles.card} noValidate onSubmit={leaveOut}>
          <Field
            autoFocus
            label={texts.reason}
            description={texts.reasonHint}
            maxLength={300}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <div className={styles.buttons}>
            <Button type="submit" size="small" pending={settling.isPending}>
              {texts.leaveOut}
            </Button>
            <Button
              size="small"
              variant="outline"
              pending={settling.isPending}
              onClick={() => setLeavingOut(false)}
            >
              {texts.cancel}
            </Button>
          </div>
        </form>
      )}
    </li>
  )
}
