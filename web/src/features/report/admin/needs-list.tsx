import { useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  BellOff,
  BellRing,
  Boxes,
  ChevronRight,
  CircleCheck,
  CreditCard,
  DatabaseBackup,
  ImageOff,
  type LucideIcon,
  Mail,
  MessageSquareWarning,
  NotebookTabs,
  ShieldAlert,
  TriangleAlert,
  Undo2,
  Unplug,
} from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { panelClass } from '@/ui/panel'
import { type Need, retryMails, todayQuery } from '../api'
import { describeNeed } from '../describe-need'
import { texts } from '../texts'
import styles from './needs-list.module.css'

type Kind = Need['kind']

const ICONS: Record<Kind, LucideIcon> = {
  DAMAGE: ShieldAlert,
  NEW: BellRing,
  REFUNDS_DUE: Undo2,
  PROBLEMS: TriangleAlert,
  COMPLAINTS: MessageSquareWarning,
  PAYMENTS: CreditCard,
  PICTURES: ImageOff,
  PUSHES: BellOff,
  MAILS: Mail,
  WEBHOOKS: Unplug,
  COPIES: DatabaseBackup,
  COPY_CHECK: DatabaseBackup,
  OUT_OF_STOCK: Boxes,
  KHATA: NotebookTabs,
  COUNTER: TriangleAlert,
  TO_COUNT: Boxes,
}

type Props = {
  needs: readonly Need[]
  /** When the list was fetched, in ms since 1970. */
  now: number
  /** Whether the user may retry stuck mails. */
  mayRetryMails: boolean
}

/** What needs attention now, most urgent first, each with one link; a green sentence if nothing does. */
export function NeedsList({ needs, now, mayRetryMails }: Props) {
  return (
    <section aria-labelledby="needs-title" className={styles.section}>
      <h2 id="needs-title" className={styles.title}>
        {texts.needs}
      </h2>
      {needs.length === 0 ? (
        <p className={styles.well}>
          <Icon icon={CircleCheck} size="small" />
          {texts.noNeeds}
        </p>
      ) : (
        <ul className={classNames(panelClass(), styles.list)}>
          {needs.map((need) => (
            <NeedItem key={need.kind} need={need} now={now} mayRetryMails={mayRetryMails} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NeedItem({ need, now, mayRetryMails }: Omit<Props, 'needs'> & { need: Need }) {
  const { title, hint, action } = describeNeed(need, now)
  const first = need.kind === 'NEW'
  return (
    <li className={classNames(styles.need, first && styles.first)} data-kind={need.kind}>
      <span className={styles.icon}>
        <Icon icon={ICONS[need.kind]} />
      </span>
      <div className={styles.text}>
        <h3>{title}</h3>
        <p>{hint}</p>
      </div>
      {need.to && need.kind !== 'MAILS' ? (
        <Link
          {...linkOf(need)}
          aria-label={`${action}: ${title}`}
          className={classNames(buttonClass({ variant: first ? 'primary' : 'outline' }), styles.action)}
        >
          <span>{action}</span>
          {!first && <Icon icon={ChevronRight} className={styles.chevron} />}
        </Link>
      ) : (
        need.kind === 'MAILS' && mayRetryMails && <RetryMails action={action} />
      )}
    </li>
  )
}

function RetryMails({ action }: { action: string }) {
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: retryMails,
    onSuccess: ({ count }) => {
      notify.success(texts.mailsRetried(count))
      return queryClient.invalidateQueries({ queryKey: todayQuery.queryKey })
    },
    onError: (reason) => toastError(reason, { fallback: texts.retryFailed }),
  })
  return (
    <Button
      variant="outline"
      className={styles.action}
      pending={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {action}
    </Button>
  )
}

/** Returns the link that resolves a need. For a single order the server sends its page. */
function linkOf({ kind, to }: Need): LinkProps {
  if (kind === 'OUT_OF_STOCK') return { to: '/dashboard/products', search: { stock: 'out' } }
  if (kind === 'COMPLAINTS') return { to: '/dashboard/complaints' }
  if (kind === 'COUNTER' || kind === 'TO_COUNT') return { to: '/dashboard/counter/problems' }
  if (kind === 'WEBHOOKS') return { to: '/dashboard/programs' }
  const customer = /\/khata\/([^/]+)$/.exec(to)?.[1]
  if (customer) return { to: '/dashboard/khata/$id', params: { id: customer } }
  const number = /\/desk\/(\d+)$/.exec(to)?.[1]
  if (number) return { to: '/dashboard/desk/$number', params: { number }, search: { show: 'PROBLEMS' } }
  return { to: '/dashboard/desk', search: { show: kind === 'NEW' ? 'NEW' : 'PROBLEMS' } }
}
