import { Copy, MessageCircle, UserCheck } from 'lucide-react'
import { copyText } from '@/lib/copy-text'
import { toastError } from '@/lib/errors'
import { whatsAppLink } from '@/lib/phone'
import { useMutation } from '@/lib/use-mutation'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { Panel } from '@/ui/panel'
import { stack } from '@/ui/stack'
import { textStyles } from '@/ui/text-styles'
import { type CustomerProfile, inviteCustomer } from '../api'
import { customerTexts } from '../texts'
import styles from './person-panels.module.css'

/** Creates a link by which a customer without a login gets one. */
export function InvitePanel({ customer }: { customer: CustomerProfile }) {
  const inviting = useMutation({
    mutationFn: inviteCustomer,
    onError: (error) => toastError(error, { fallback: customerTexts.notInvited }),
  })
  const link = inviting.data && window.location.origin + inviting.data.link
  return (
    <Panel padded>
      <h2 className={textStyles.title}>{customerTexts.noLoginTitle}</h2>
      <p className={styles.hint}>{customerTexts.inviteHint}</p>
      {link ? (
        <p className={stack.row}>
          <a
            href={whatsAppLink(customer.mobile, customerTexts.invitation(customer.name, link))}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'outline' })}
          >
            <Icon icon={MessageCircle} />
            {customerTexts.whatsApp}
          </a>
          <Button variant="quiet" icon={Copy} onClick={() => void copyText(link, customerTexts)}>
            {customerTexts.copyLink}
          </Button>
        </p>
      ) : (
        <Button
          variant="outline"
          icon={UserCheck}
          pending={inviting.isPending}
          onClick={() => inviting.mutate(customer._id)}
        >
          {customerTexts.invite}
        </Button>
      )}
    </Panel>
  )
}
