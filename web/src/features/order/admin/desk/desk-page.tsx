import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { Banknote, Phone } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { dayInIndia, formatDay } from '@/lib/dates'
import { errorMessage } from '@/lib/errors'
import { useConnection } from '@/lib/event-stream'
import { formatRupees, toPaise } from '@/lib/money'
import { texts as shell } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { Alert } from '@/ui/alert'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { PageHeader } from '@/ui/page-header'
import { Pager } from '@/ui/pager'
import { LinesSkeleton } from '@/ui/skeleton'
import { checkoutsQuery, newCheckoutsQuery } from '../checkouts-api'
import { deskTexts } from '../desk-texts'
import { setSound, useAlarmSound } from '../live/alarm-sound'
import { AlertsMenu } from '../live/alerts-menu'
import { NewOrderBanner } from '../live/new-order-banner'
import { OfflineLine } from '../live/offline-line'
import { usePendingSteps, withPendingSteps } from '../live/pending-steps'
import { useNewOrders } from '../live/use-new-orders'
import { usePressing } from '../live/use-pressing'
import { useSettledList } from '../live/use-settled-list'
import { MoveQuestion } from '../move-question'
import { pickListOf } from '../pick-list/pick-list'
import { OPEN_STAGES } from '../stages'
import { UndoBar } from '../undo-bar'
import { currentUndo } from '../undo-offer'
import { useUndo } from '../use-checkout-acts'
import { CheckoutCard } from './checkout-card'
import { ChosenBar } from './chosen-bar'
import { DeskEmpty } from './desk-empty'
import { DeskFilters } from './desk-filters'
import { type DeskAct, useDeskKeys } from './desk-keys'
import { KeysLegend } from './desk-keys-legend'
import styles from './desk-page.module.css'
import { checkoutFilter, type DeskSearch } from './desk-search'
import { groupByStage } from './grouping'
import { StageChips } from './stage-chips'
import { StageGroup } from './stage-group'
import { useAgeLimits } from './use-age-limits'
import { useDesk } from './use-desk'
import { useNow } from './use-now'

type Props = {
  search: DeskSearch
  /** The control that pauses the shop; a slot, because settings are another feature. */
  pause: ReactNode
}

/** The order desk: one card an order by stage, one press to move it on. */
export function DeskPage({ search, pause }: Props) {
  const now = useNow()
  const filter = checkoutFilter(search, now)
  const orders = useQuery(checkoutsQuery(filter))
  const steps = usePendingSteps()
  const ages = useAgeLimits()
  const { data: newOrders } = useQuery(newCheckoutsQuery)
  const { arrived, acknowledge } = useNewOrders(newOrders?.fresh)
  const [choosing, setChoosing] = useState(false)
  const pressing = usePressing()
  const { settled, release } = useSettledList(
    withPendingSteps(orders.data?.checkouts ?? [], steps),
    JSON.stringify(filter),
    choosing || pressing,
  )
  const groups = groupByStage(settled)
  const listed = groups.flatMap(({ checkouts }) => checkouts)
  const desk = useDesk(listed)
  const sound = useAlarmSound()
  const undo = useUndo()
  const navigate = useNavigate({ from: '/dashboard/desk' })
  const router = useRouter()
  const searchRef = useRef<HTMLInputElement>(null)
  const legendRef = useRef<HTMLDetailsElement>(null)
  const { counts, collect, pages = 1 } = orders.data ?? {}
  const connection = useConnection()
  const openCount = counts && OPEN_STAGES.reduce((sum, stage) => sum + counts[stage], 0)
  useTitle(deskTexts.title(counts?.NEW ?? 0))

  const filterBy = (change: DeskSearch) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const openCurrent = () => {
    if (!desk.current) return
    const params = { number: String(desk.current.number) }
    void navigate({ to: '/dashboard/desk/$number', params, search: (before) => before })
  }
  const { current, choice } = desk
  if (choosing !== choice.chosen.length > 0) setChoosing(!choosing)
  const showArrived = () => {
    release()
    acknowledge()
    if (search.show && search.show !== 'NEW') filterBy({ show: undefined })
    if (arrived[0]) desk.focus(arrived[0]._id)
  }
  const print = () => {
    const printed = choice.chosen.length > 0 ? choice.chosen : current ? [current] : []
    const search = { ids: printed.map(({ _id }) => _id).join(','), kind: 'slip' } as const
    if (printed.length > 0)
      window.open(router.buildLocation({ to: '/dashboard/print', search }).href, '_blank')
  }
  useDeskKeys((act: DeskAct) => {
    if (typeof act === 'object') return filterBy(act)
    const offer = currentUndo()
    const acts: Record<typeof act, () => void> = {
      down: () => desk.step(1),
      up: () => desk.step(-1),
      open: openCurrent,
      next: desk.moveCurrent,
      choose: () => current && choice.toggle(current),
      chooseUpTo: () => current && choice.addUpTo(current),
      chooseStage: () => choice.add(listed.filter(({ stage }) => stage === current?.stage)),
      print,
      undo: () => offer && offer.acts.length > 0 && undo.mutate(offer),
      sound: () => setSound(!sound.on),
      find: () => searchRef.current?.focus(),
      keys: () => legendRef.current?.querySelector('summary')?.click(),
      clear: choice.clear,
      phone: () => void navigate({ to: '/dashboard/phone-order' }),
      pick: () => void navigate({ to: '/dashboard/pick-list', search: pickListOf(choice.chosen, current) }),
    }
    acts[act]()
  })

  return (
    <>
      <PageHeader title={deskTexts.desk}>
        <span className={styles.date}>{formatDay(dayInIndia(now))}</span>
        {collect !== undefined && (
          <span className={styles.cash}>
            <Icon icon={Banknote} size="small" />
            <span>
              {deskTexts.cashToCome} <b>{formatRupees(toPaise(collect))}</b>
            </span>
          </span>
        )}
        <span className={styles.controls}>
          <AlertsMenu />
          {pause}
          <Link
            to="/dashboard/phone-order"
            className={buttonClass({ variant: 'outline', size: 'small' })}
            aria-keyshortcuts="o"
          >
            <Icon icon={Phone} />
            {deskTexts.phoneOrder}
          </Link>
        </span>
      </PageHeader>
      <OfflineLine />
      <NewOrderBanner arrived={arrived} idle={openCount === 0} onShow={showArrived} />
      <StageChips shown={search.show} counts={counts} onShow={(show) => filterBy({ show })} />
      {choice.chosen.length > 0 ? (
        <ChosenBar
          chosen={choice.chosen}
          moving={desk.movingAll}
          rider={desk.rider}
          onRider={desk.setRider}
          onMove={desk.moveAll}
          onClear={choice.clear}
        />
      ) : (
        <DeskFilters search={search} checkouts={listed} searchRef={searchRef} onChange={filterBy} />
      )}
      {orders.error && connection.state !== 'offline' && (
        <Alert tone="danger" className={styles.error} role="alert">
          {errorMessage(orders.error, deskTexts.failedToLoad)}{' '}
          <button type="button" onClick={() => void orders.refetch()}>
            {shell.tryAgain}
          </button>
        </Alert>
      )}
      {orders.isPending && !orders.error && <LinesSkeleton count={6} />}
      {counts && listed.length === 0 && (
        <DeskEmpty search={search} counts={counts} onShow={(show) => filterBy({ show })} />
      )}
      {groups.map((group) => (
        <StageGroup
          key={group.stage}
          group={group}
          now={now}
          moving={desk.movingAll}
          rider={choice.chosen.length > 0 ? undefined : desk.rider}
          onRider={desk.setRider}
          onChooseAll={({ checkouts }) => choice.add(checkouts)}
          onMoveAll={({ stage, checkouts }, to) => desk.moveAll(checkouts, stage, to)}
        >
          {group.checkouts.map((checkout) => (
            <CheckoutCard
              key={checkout._id}
              checkout={checkout}
              now={now}
              ages={ages}
              current={checkout === current}
              choosing={choice.chosen.length > 0}
              chosen={choice.chosen.includes(checkout)}
              moving={desk.isMoving(checkout)}
              waits={steps.some(({ _id }) => _id === checkout._id)}
              onChoose={(one, upToHere) => (upToHere ? choice.addUpTo(one) : choice.toggle(one))}
              onMove={desk.moveOne}
            />
          ))}
        </StageGroup>
      ))}
      {pages > 1 && (
        <Pager page={search.page ?? 1} pages={pages} summary={deskTexts.pageOf(search.page ?? 1, pages)} />
      )}
      <KeysLegend legendRef={legendRef} />
      {desk.question && (
        <MoveQuestion
          checkout={desk.question.checkout}
          to={desk.question.to}
          onClose={desk.closeQuestion}
          onMove={desk.question.move}
        />
      )}
      <UndoBar />
    </>
  )
}
