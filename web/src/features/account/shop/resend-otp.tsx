import { useEffect, useState } from 'react'
import { describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { FieldError } from '@/ui/field-error'
import { pendingButton } from '@/ui/pending-button'
import { requestOtp } from '../calls'
import { texts } from '../texts'
import { authLinkClass } from './auth-form'
import styles from './resend-otp.module.css'

const WAIT_SECONDS = 30

type Props = {
  email: string
  /** When the latest OTP was sent, in ms since 1970. */
  sentAt: number
  onSent: () => void
}

/** Requests another OTP by mail, at the earliest 30 seconds after the latest. */
export function ResendOtp({ email, sentAt, onSent }: Props) {
  const secondsLeft = useSecondsLeft(sentAt)
  const request = useMutation({
    mutationFn: () => requestOtp({ email }),
    onSuccess: () => {
      notify.success(texts.otpSent)
      onSent()
    },
    onError: (reason) => notify.error(describe(reason).toast),
  })
  return (
    <div>
      <p className={styles.resend}>
        {texts.nothingYet}{' '}
        {secondsLeft > 0 ? (
          <b>{texts.sendAgainIn(`0:${String(secondsLeft).padStart(2, '0')}`)}</b>
        ) : (
          <button
            type="button"
            className={authLinkClass}
            {...pendingButton({ pending: request.isPending, onClick: () => request.mutate() })}
          >
            {texts.sendAgain}
          </button>
        )}
      </p>
      {request.error && (
        <FieldError className={styles.error} role="alert">
          {describe(request.error).inline}
        </FieldError>
      )}
    </div>
  )
}

const describe = (reason: unknown) =>
  describeError(reason, { fallback: texts.otpNotSent, offline: texts.failed })

function useSecondsLeft(sentAt: number): number {
  const [now, setNow] = useState(Date.now)
  // A clock set back must not extend the wait.
  const secondsLeft = Math.min(WAIT_SECONDS, Math.ceil((sentAt - now) / 1000) + WAIT_SECONDS)
  const waiting = secondsLeft > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new OTP restarts the countdown
  useEffect(() => {
    setNow(Date.now())
    if (!waiting) return
    const clock = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(clock)
  }, [waiting, sentAt])
  return secondsLeft
}
