import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { describeError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { requestOtp } from '../api'
import { texts } from '../texts'

const WAIT_SECONDS = 30

type Props = {
  email: string
  /** When the newest OTP was sent, in milliseconds. */
  sentAt: number
  onSent: () => void
}

/** Another OTP in index of one that did not come; mails need a moment, so not at once. */
export function ResendOtp({ email, sentAt, onSent }: Props) {
  const left = useSecondsLeft(sentAt)
  const asking = useMutation({
    mutationFn: () => requestOtp({ email }),
    onSuccess: () => {
      notify.success(texts.otpSent)
      onSent()
    },
    onError: (reason) => notify.error(said(reason).toast),
  })
  return (
    <div>
      <p className="center muted">
        {texts.nothingYet}{' '}
        {left > 0 ? (
          <>
            {texts.sendAgainIn} <b>{`0:${String(left).padStart(2, '0')}`}</b>
          </>
        ) : (
          <button
            type="button"
            className="link"
            aria-disabled={asking.isPending}
            onClick={() => !asking.isPending && asking.mutate()}
          >
            {texts.sendAgain}
          </button>
        )}
      </p>
      {asking.error && (
        <p className="field__bad otp__bad" role="alert">
          <CircleAlert className="ic ic--s" />
          {said(asking.error).inline}
        </p>
      )}
    </div>
  )
}

const said = (reason: unknown) => describeError(reason, { fallback: texts.otpNotSent, offline: texts.failed })

function useSecondsLeft(sentAt: number): number {
  const [now, setNow] = useState(Date.now)
  // A clock that was set back does not make anyone wait longer.
  const left = Math.min(WAIT_SECONDS, Math.ceil((sentAt - now) / 1000) + WAIT_SECONDS)
  const waiting = left > 0
  useEffect(() => {
    setNow(Date.now())
    if (!waiting) return
    const clock = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(clock)
  }, [waiting, sentAt])
  return left
}
