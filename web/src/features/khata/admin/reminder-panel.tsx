import { useQueryClient } from '@tanstack/react-query'
import { Copy, MessageCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { copyText } from '@/lib/copy-text'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { whatsAppLink } from '@/lib/phone'
import { useMutation } from '@/lib/use-mutation'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { type KhataStatement, khataListKey, remind, revokePages, statementQuery } from '../api'
import { formatDayOfTimestamp } from '../days'
import { khataTexts } from '../texts'
import styles from './khata-forms.module.css'

type Props = { statement: KhataStatement; mayRevoke: boolean }

/** A reminder to send by WhatsApp, with the secret URL of the customer's khata page. */
export function ReminderPanel({ statement, mayRevoke }: Props) {
  const { customer, balance, lastReminderAt } = statement
  const queryClient = useQueryClient()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash === '#remind') panel.current?.scrollIntoView()
  }, [])
  const reminding = useMutation({
    mutationFn: remind,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: khataListKey })
      void queryClient.invalidateQueries({ queryKey: statementQuery(customer._id).queryKey })
    },
    onError: (error) => toastError(error, { fallback: khataTexts.notReminded }),
  })
  const revoking = useMutation({
    mutationFn: revokePages,
    onSuccess: () => {
      reminding.reset()
      notify.success(khataTexts.revoked)
    },
    onError: (error) => toastError(error, { fallback: khataTexts.notRevoked }),
  })
  const text = reminding.data?.text
  return (
    <Panel padded ref={panel}>
      <h2 className={styles.title}>{khataTexts.remind}</h2>
      {text ? (
        <>
          <p className={styles.message}>{text}</p>
          <p className={styles.presets}>
            <a
              href={whatsAppLink(customer.mobile, text)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ variant: 'outline' })}
            >
              <Icon icon={MessageCircle} />
              {khataTexts.openWhatsApp}
            </a>
            <Button variant="quiet" icon={Copy} onClick={() => void copyText(text, khataTexts)}>
              {khataTexts.copy}
            </Button>
          </p>
          <p className={styles.hint}>{khataTexts.reminderHint}</p>
        </>
      ) : (
        <Button
          variant="outline"
          icon={MessageCircle}
          disabled={balance <= 0}
          pending={reminding.isPending}
          onClick={() => reminding.mutate(customer._id)}
        >
          {khataTexts.makeReminder}
        </Button>
      )}
      <p className={styles.hint}>
        {lastReminderAt
          ? khataTexts.lastReminder(formatDayOfTimestamp(lastReminderAt))
          : khataTexts.noReminder}
      </p>
      {mayRevoke && lastReminderAt && (
        <Button
          variant="quiet"
          size="small"
          pending={revoking.isPending}
          onClick={() => revoking.mutate(customer._id)}
        >
          {khataTexts.revoke}
        </Button>
      )}
    </Panel>
  )
}
