import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, MapPin, MessageCircle, Phone } from 'lucide-react'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { Avatar } from '@/features/account/avatar'
import { settingsQuery } from '@/features/settings/api'
import { classNames } from '@/lib/class-names'
import { formatRelativeDay } from '@/lib/dates'
import { telephoneLink, whatsAppLink } from '@/lib/phone'
import { useTitle } from '@/lib/title'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { Panel, panelClass } from '@/ui/panel'
import { Picture } from '@/ui/picture'
import { stack } from '@/ui/stack'
import { backLinkClass } from '@/ui/text-link'
import { type CustomerProfile, customerQuery } from '../api'
import { customerTexts } from '../texts'
import { CancelOpenButton } from './cancel-open-button'
import { CustomerFigures } from './customer-figures'
import { CustomerNote } from './customer-note'
import { CustomerOrders } from './customer-orders'
import styles from './customer-page.module.css'
import { InvitePanel } from './invite-panel'
import { KhataPanel } from './khata-panel'
import { MergePanel } from './merge-panel'
import { SuspendPanel } from './suspend-panel'

/** One customer: figures, orders, addresses, the note, and suspension. */
export function CustomerPage({ id }: { id: string }) {
  const { data: customer, error, refetch } = useQuery(customerQuery(id))
  const { data: user } = useQuery(userQuery(true))
  useTitle(customer?.name ?? customerTexts.customers)
  const mayChange = hasStaffRole(user, 'MANAGER')
  return (
    <>
      <Link to="/dashboard/customers" className={backLinkClass}>
        <Icon icon={ArrowLeft} size="small" />
        {customerTexts.customers}
      </Link>
      {customer ? (
        <>
          <CustomerHead customer={customer} />
          <CustomerFigures customer={customer} />
          <div className={classNames(stack.column, styles.columns)}>
            <div className={stack.column}>
              <CustomerOrders customer={customer} />
              {mayChange && customer.open > 0 && <CancelOpenButton customer={customer} />}
              <BuysMost products={customer.buysMost} />
            </div>
            <div className={stack.column}>
              <CustomerNote key={`note-${customer._id}`} customer={customer} mayChange={mayChange} />
              <KhataPanel customer={customer} />
              <Addresses addresses={customer.addresses} />
              {mayChange && !customer.login && <InvitePanel customer={customer} />}
              {mayChange && <MergePanel key={`merge-${customer._id}`} customer={customer} />}
              {mayChange && <SuspendPanel customer={customer} />}
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

function CustomerHead({ customer: { name, mobile, email, createdAt } }: { customer: CustomerProfile }) {
  const since = customerTexts.since(formatRelativeDay(new Date(createdAt)).toLowerCase())
  return (
    <div className={styles.head}>
      <Avatar name={name} avatar="" />
      <div className={styles.who}>
        <h1>{name}</h1>
        <p>{[mobile, email, since].filter(Boolean).join(' · ')}</p>
      </div>
      {mobile && (
        <p className={styles.reach}>
          <a href={telephoneLink(mobile)} className={buttonClass({ variant: 'outline' })}>
            <Icon icon={Phone} />
            {customerTexts.call}
          </a>
          <a
            href={whatsAppLink(mobile)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'outline' })}
          >
            <Icon icon={MessageCircle} />
            {customerTexts.whatsApp}
          </a>
        </p>
      )}
    </div>
  )
}

function BuysMost({ products }: { products: CustomerProfile['buysMost'] }) {
  if (products.length === 0) return null
  return (
    <Panel padded>
      <h2 className={styles.title}>{customerTexts.buysMost}</h2>
      <ul className={styles.products}>
        {products.map(({ productId, name, image, picture }) => (
          <li key={productId}>
            <Picture src={image || undefined} drawing={picture} name={name} className={styles.picture} />
            {name}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Addresses({ addresses }: { addresses: CustomerProfile['addresses'] }) {
  const { data: settings } = useQuery(settingsQuery)
  const served = settings?.pincodes ?? []
  return (
    <section className={panelClass()}>
      <h2 className={classNames(styles.title, styles.panelTitle)}>{customerTexts.addresses}</h2>
      {addresses.length === 0 && <p className={styles.none}>{customerTexts.noAddress}</p>}
      <ul>
        {addresses.map(({ _id, address_line: line, city, pincode }) => (
          <li key={_id} className={styles.address}>
            <Icon icon={MapPin} />
            <span>
              <b>{line}</b>
              <br />
              {city} {pincode}{' '}
              {served.length > 0 && !served.includes(pincode) && (
                <b className={styles.notServed}>{customerTexts.notServed}</b>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
