import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowLeftRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { hasStaffRole, USER_SCOPE, userQuery } from '@/features/account/api'
import { Avatar } from '@/features/account/avatar'
import { useConfirmedCall } from '@/features/account/confirmed-call'
import { classNames } from '@/lib/class-names'
import { formatCount } from '@/lib/count'
import { errorMessage } from '@/lib/errors'
import { firstFailure } from '@/lib/first-failure'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Badge } from '@/ui/badge'
import { Button, buttonClass } from '@/ui/button'
import { Detail, DetailList } from '@/ui/detail-list'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { Panel } from '@/ui/panel'
import { backLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import { type CustomerProfile, customerQuery, mergeCustomers } from '../api'
import { customerTexts } from '../texts'
import styles from './merge-page.module.css'

type PageProps = { id: string; otherId: string }

/**
 * Merges two records of one customer, after a preview of the result. Without `otherId` it opens the search for the
 * second record.
 */
export function MergePage({ id, otherId }: PageProps) {
  if (!otherId) return <Navigate to="/dashboard/customers/$id" params={{ id }} hash="merge" replace />
  return <Comparison id={id} otherId={otherId} />
}

/** Both records and the result of the merge, which cannot be undone. */
function Comparison({ id, otherId }: PageProps) {
  useTitle(customerTexts.twicePage)
  const thisRecord = useQuery(customerQuery(id))
  const otherRecord = useQuery(customerQuery(otherId))
  const [swapped, setSwapped] = useState(false)
  const failure = firstFailure(
    [thisRecord, customerTexts.failedToLoadThis],
    [otherRecord, customerTexts.failedToLoadDuplicate],
  )
  // The record with a login is kept.
  const first = otherRecord.data?.login && !thisRecord.data?.login
  const [into, from] =
    swapped === Boolean(first) ? [thisRecord.data, otherRecord.data] : [otherRecord.data, thisRecord.data]
  const swap = () => setSwapped(!swapped)
  return (
    <>
      <Link to="/dashboard/customers/$id" params={{ id }} className={backLinkClass}>
        <Icon icon={ArrowLeft} size="small" />
        {customerTexts.customers}
      </Link>
      <PageHeader title={customerTexts.twicePage} />
      {into && from ? (
        <MergeForm key={into._id} into={into} from={from} onSwap={swap} />
      ) : failure ? (
        <LoadingFailed {...failure} />
      ) : (
        <LinesSkeleton count={6} />
      )}
    </>
  )
}

type Props = { into: CustomerProfile; from: CustomerProfile; onSwap: () => void }

function MergeForm({ into, from, onSwap }: Props) {
  const [name, setName] = useState(into.name)
  const [mobile, setMobile] = useState(into.mobile)
  // The limit that the owner typed; by default the kept record's, else the other's.
  const [limit, setLimit] = useState<string>()
  const limited = [into, from].find(({ khata }) => khata.ownLimit) ?? into
  const { data: user } = useQuery(userQuery(true))
  const mayLimit = hasStaffRole(user, 'OWNER')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const confirmed = useConfirmedCall()
  const merging = useMutation({
    mutationFn: (merge: Parameters<typeof mergeCustomers>[0]) =>
      confirmed.run((password) => mergeCustomers({ ...merge, password })),
    meta: { errorShownBy: 'component' },
    onSuccess: (merged) => {
      notify.success(customerTexts.merged)
      queryClient.setQueryData(customerQuery(merged._id).queryKey, merged)
      void queryClient.invalidateQueries({ queryKey: [USER_SCOPE] })
      void navigate({ to: '/dashboard/customers/$id', params: { id: merged._id }, replace: true })
    },
  })
  const orders = (into.orders ?? 0) + (from.orders ?? 0)
  const khata = toPaise(into.khata.balance) + toPaise(from.khata.balance)
  return (
    <>
      <div className={styles.pair}>
        <Person customer={into} stays />
        <IconButton label={customerTexts.swap} icon={ArrowLeftRight} onClick={onSwap} />
        <Person customer={from} />
      </div>
      <div className={styles.columns}>
        <Panel padded>
          <h2 className={styles.title}>{customerTexts.differ}</h2>
          <Choice
            legend={customerTexts.name}
            options={[into.name, from.name]}
            value={name}
            onChange={setName}
          />
          <Choice
            legend={customerTexts.mobile}
            options={[into.mobile, from.mobile]}
            value={mobile}
            onChange={setMobile}
          />
          {mayLimit && (
            <Choice
              legend={customerTexts.limit}
              options={[limitOf(into), limitOf(from)]}
              value={limit ?? limitOf(limited)}
              onChange={setLimit}
            />
          )}
          <p className={textStyles.caption}>{customerTexts.mergeHint}</p>
        </Panel>
        <div className={styles.column}>
          <Panel padded>
            <h2 className={styles.title}>{customerTexts.afterwards(name)}</h2>
            <DetailList>
              <Detail label={customerTexts.ordersTitle}>
                {formatCount(into.orders ?? 0)} + {formatCount(from.orders ?? 0)} = {formatCount(orders)}
              </Detail>
              <Detail label={customerTexts.addresses}>
                {formatCount(into.addresses.length + from.addresses.length)}
              </Detail>
              <Detail label={customerTexts.loginTitle}>
                {into.login ? customerTexts.unchanged : customerTexts.noLogin}
              </Detail>
              <Detail label={customerTexts.khata} variant="total">
                {formatRupees(khata)}
              </Detail>
            </DetailList>
          </Panel>
          <Alert tone="warning" icon={TriangleAlert}>
            {customerTexts.forGood}
            {into.login && ` ${customerTexts.loginReads(from.orders ?? 0)}`}
          </Alert>
          {merging.error && (
            <Alert tone="danger" role="alert">
              {errorMessage(merging.error, customerTexts.notMerged)}
            </Alert>
          )}
          <p className={styles.buttons}>
            <Link
              to="/dashboard/customers/$id"
              params={{ id: into._id }}
              className={buttonClass({ variant: 'outline' })}
              ref={focusOnce}
            >
              {customerTexts.leave}
            </Link>
            <Button
              variant="danger"
              pending={merging.isPending}
              onClick={() => merging.mutate({ from: from._id, into: into._id, name, mobile, limit })}
            >
              {customerTexts.mergeNow}
            </Button>
          </p>
        </div>
      </div>
      {confirmed.dialog}
    </>
  )
}

const limitOf = ({ khata }: CustomerProfile) => (khata.limit === null ? '' : String(khata.limit))

/** Focuses the link back, so that Enter does not merge by accident. */
function focusOnce(link: HTMLAnchorElement | null) {
  link?.focus({ preventScroll: true })
}

function Person({ customer, stays }: { customer: CustomerProfile; stays?: boolean }) {
  const { name, mobile, login, orders, khata, addresses } = customer
  return (
    <Panel padded className={classNames(styles.person, stays && styles.stays)}>
      <Badge tone={stays ? 'accent' : 'warning'}>{stays ? customerTexts.stays : customerTexts.goesIn}</Badge>
      <div className={styles.who}>
        <Avatar name={name} avatar="" />
        <span>
          <b>{name}</b>
          <small>
            {mobile} · {login ? customerTexts.hasLogin : customerTexts.noLogin}
          </small>
        </span>
      </div>
      <DetailList>
        <Detail label={customerTexts.ordersTitle}>{formatCount(orders ?? 0)}</Detail>
        <Detail label={customerTexts.khata}>{formatRupees(toPaise(khata.balance))}</Detail>
        <Detail label={customerTexts.limit}>
          {khata.limit === null ? customerTexts.noLimit : formatRupees(toPaise(khata.limit))}
        </Detail>
        <Detail label={customerTexts.addresses}>{formatCount(addresses.length)}</Detail>
      </DetailList>
    </Panel>
  )
}

type ChoiceProps = { legend: string; options: string[]; value: string; onChange: (value: string) => void }

function Choice({ legend, options, value, onChange }: ChoiceProps) {
  const different = [...new Set(options.filter(Boolean))]
  if (different.length < 2) return null
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {different.map((option) => (
        <label key={option}>
          <input type="radio" name={legend} checked={option === value} onChange={() => onChange(option)} />
          {option}
        </label>
      ))}
    </fieldset>
  )
}
