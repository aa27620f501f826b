import { MailQuestionMark } from 'lucide-react'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { pendingButton } from '@/ui/pending-button'
import type { User } from '../api'
import { resendVerifyEmail } from '../calls'
import { texts } from '../texts'

/** Shows an unconfirmed email with a button that mails its link again; renders nothing if all are confirmed. */
export function UnconfirmedEmail({ user: { email, verify_email, pendingEmail } }: { user: User }) {
  const sending = useMutation({
    mutationFn: resendVerifyEmail,
    onSuccess: (message) => notify.success(message),
    onError: (reason) => toastError(reason, { fallback: texts.linkNotSent }),
  })
  if (verify_email && !pendingEmail) return null
  return (
    <Alert tone="warning" icon={MailQuestionMark}>
      {pendingEmail ? texts.emailPending(pendingEmail) : texts.emailUnconfirmed(email)}{' '}
      <button
        type="button"
        {...pendingButton({ pending: sending.isPending, onClick: () => sending.mutate() })}
      >
        {texts.sendLinkAgain}
      </button>
    </Alert>
  )
}
