import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Phone, Printer, User } from 'lucide-react'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { Avatar } from '@/features/account/avatar'
import { settingsQuery } from '@/features/settings/api'
import { classNames } from '@/lib/class-names'
import { formatPaperDay } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { telephoneLink } from '@/lib/phone'
import { useTitle } from '@/lib/title'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Panel } from '@/ui/panel'
import { stack } from '@/ui/stack'
import { backLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import { type KhataStatement, statementQuery } from '../api'
import { daysSince, formatDayOfTimestamp } from '../days'
import { EntryList } from '../entry-list'
import { khataTexts } from '../texts'
import { ConfirmPayment } from './confirm-payment'
import styles from './khata-customer-page.module.css'
import { LimitPanel } from './limit-panel'
import { PaymentPanel } from './payment-panel'
import { ReminderPanel } from './reminder-panel'

/** One customer's khata: statement, payment, reminder and, for managers, limit. */
export function KhataCustomerPage({ id }: { id: string }) {
  const { data: statement, error, refetch } = useQuery(statementQuery(id))
  const { data: user } = useQuery(userQuery(true))
  const { data: shop } = useQuery(settingsQuery)
  const isManager = hasStaffRole(user, 'MANAGER')
  useTitle(statement?.customer.name ?? khataTexts.khata)
  return (
    <>
      <Link to="/dashboard/khata" className={classNames(backLinkClass, styles.back)}>
        <Icon icon={ArrowLeft} size="small" />
        {khataTexts.khata}
      </Link>
      {statement ? (
        <>
          <p className={styles.printed}>
            <b>{shop?.name}</b> {formatPaperDay(new Date())}
          </p>
          <Head statement={statement} />
          <div className={classNames(stack.column, styles.columns)}>
            <Statement statement={statement} mayConfirm={isManager} />
            <div className={classNames(stack.column, styles.column)}>
              <PaymentPanel key={statement.balance} statement={statement} needsReference={!isManager} />
              <ReminderPanel statement={statement} mayRevoke={isManager} />
              {isManager && <LimitPanel statement={statement} mayLimit={hasStaffRole(user, 'OWNER')} />}
            </div>
          </div>
        </>
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={6} />
      )}
    </>
  )
}

/** Returns the balance and its age as a text: "owes ₹1,943 since 8 November, 13 days". */
function stateOf({ balance, since }: KhataStatement): string {
  const amount = formatRupees(toPaise(Math.abs(balance)))
  if (balance < 0) return khataTexts.advance(amount)
  if (balance === 0 || !since) return khataTexts.settled
  return khataTexts.owesSince(amount, formatDayOfTimestamp(since), daysSince(since))
}

function Head({ statement }: { statement: KhataStatement }) {
  const { _id, name, mobile } = statement.customer
  return (
    <div className={styles.head}>
      <Avatar name={name} avatar="" />
      <div className={styles.who}>
        <h1>{name}</h1>
        <p>{[mobile, stateOf(statement)].filter(Boolean).join(' · ')}</p>
      </div>
      <p className={styles.reach}>
        {mobile && (
          <a href={telephoneLink(mobile)} className={buttonClass({ variant: 'outline' })}>
            <Icon icon={Phone} />
            {khataTexts.call(name)}
          </a>
        )}
        <Link
          to="/dashboard/customers/$id"
          params={{ id: _id }}
          className={buttonClass({ variant: 'outline' })}
        >
          <Icon icon={User} />
          {khataTexts.allAbout}
        </Link>
      </p>
    </div>
  )
}

function Statement({ statement, mayConfirm }: { statement: KhataStatement; mayConfirm: boolean }) {
  const { customer, balance, since, oldestOpen } = statement
  return (
    <div>
      <Panel padded>
        <div className={styles.paperHead}>
          <h2 className={textStyles.title}>{khataTexts.entries}</h2>
          <IconButton label={khataTexts.print} icon={Printer} onClick={() => window.print()} />
        </div>
        <EntryList
          statement={statement}
          confirmation={
            mayConfirm ? (entry) => <ConfirmPayment customer={customer._id} entry={entry} /> : undefined
          }
        />
      </Panel>
      <p className={styles.hint}>
        {khataTexts.stays}
        {balance > 0 &&
          since &&
          ` ${khataTexts.oldest(formatRupees(toPaise(oldestOpen)), formatDayOfTimestamp(since))}`}
      </p>
    </div>
  )
}
