import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTitle } from '@/lib/title'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { Pager } from '@/ui/pager'
import { deskTexts } from '../desk-texts'
import { NewOrderBanner } from '../live/new-order-banner'
import { OfflineLine } from '../live/offline-line'
import { useNewOrders } from '../live/use-new-orders'
import { MoveConfirmation } from '../move-confirmation'
import { newOrdersQuery } from '../orders-api'
import { OPEN_STAGES } from '../stages'
import { UndoBar } from '../undo-bar'
import { ChosenBar } from './chosen-bar'
import { DeskEmpty } from './desk-empty'
import { DeskFilters } from './desk-filters'
import { DeskGroups } from './desk-groups'
import { DeskHeader } from './desk-header'
import { KeysLegend } from './desk-keys-legend'
import { DeskLoadError } from './desk-load-error'
import type { DeskSearch } from './desk-search'
import { StageChips } from './stage-chips'
import { useDesk } from './use-desk'
import { useDeskActions } from './use-desk-actions'
import { useDeskList } from './use-desk-list'
import { useNow } from './use-now'

type Props = {
  search: DeskSearch
  /** The control that pauses orders; a slot, because settings are another feature. */
  pause: ReactNode
}

/** The order desk: the orders by stage as cards, each with one button that moves it on. */
export function DeskPage({ search, pause }: Props) {
  const now = useNow()
  const { orders, groups, listed, waiting, held, setHeld, release } = useDeskList(search, now)
  const { counts, collect, pages = 1 } = orders.data ?? {}
  const { data: newOrders } = useQuery(newOrdersQuery)
  const { arrived, acknowledge } = useNewOrders(newOrders?.fresh)
  const desk = useDesk(listed)
  const { choice, unconfirmed } = desk
  const navigate = useNavigate({ from: '/dashboard/desk' })
  const [finding, setFinding] = useState(false)
  const searchRef = useRef<HTMLInputElement>(null)
  const legendRef = useRef<HTMLDetailsElement>(null)
  const openCount = counts && OPEN_STAGES.reduce((sum, stage) => sum + counts[stage], 0)
  useTitle(deskTexts.title(counts?.NEW ?? 0))
  // Insert no order while orders are selected. Set during rendering, because the selection itself depends on the list.
  if (held !== choice.chosen.length > 0) setHeld(!held)

  const filterBy = (change: DeskSearch) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const showArrived = () => {
    release()
    acknowledge()
    if (search.show && search.show !== 'NEW') filterBy({ show: undefined })
    if (arrived[0]) desk.focus(arrived[0]._id)
  }
  const find = () => {
    flushSync(() => setFinding(true))
    searchRef.current?.focus()
  }
  useDeskActions({ desk, listed, legendRef, onFind: find, onFilter: filterBy })

  return (
    <>
      <DeskHeader now={now} collect={collect} pause={pause} />
      <OfflineLine />
      <NewOrderBanner arrived={arrived} idle={openCount === 0} onShow={showArrived} />
      <StageChips shown={search.show} counts={counts} onShow={(show) => filterBy({ show })} onFind={find} />
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
        <DeskFilters
          search={search}
          orders={listed}
          searchRef={searchRef}
          unfolded={finding}
          onChange={filterBy}
        />
      )}
      <DeskLoadError error={orders.error} onRetry={() => void orders.refetch()} />
      {orders.isPending && !orders.error && <LinesSkeleton count={6} />}
      {counts && listed.length === 0 && (
        <DeskEmpty search={search} counts={counts} onShow={(show) => filterBy({ show })} />
      )}
      <DeskGroups groups={groups} now={now} desk={desk} waiting={waiting} />
      {pages > 1 && (
        <Pager page={search.page ?? 1} pages={pages} summary={deskTexts.pageOf(search.page ?? 1, pages)} />
      )}
      <KeysLegend legendRef={legendRef} />
      {unconfirmed && (
        <MoveConfirmation
          orders={unconfirmed.orders}
          to={unconfirmed.to}
          onClose={desk.dismissUnconfirmed}
          onMove={unconfirmed.move}
        />
      )}
      <UndoBar />
    </>
  )
}
