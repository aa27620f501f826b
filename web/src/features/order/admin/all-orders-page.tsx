import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { hasStaffRole, userQuery } from '@/features/account/api'
import { ExportMenu } from '@/features/export/export-menu'
import { errorMessage } from '@/lib/errors'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { formatTotal } from '@/lib/total'
import { TABLET, useMediaQuery } from '@/lib/use-media-query'
import { Alert } from '@/ui/alert'
import { EmptyState } from '@/ui/empty-state'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { PageHeader } from '@/ui/page-header'
import { Pager } from '@/ui/pager'
import { textStyles } from '@/ui/text-styles'
import { allOrdersQuery, type Line, type OrderFilter } from '../api'
import { texts } from '../texts'
import styles from './all-orders-page.module.css'
import { OrderCards } from './order-cards'
import { OrderFilters } from './order-filters'
import { OrderTable } from './order-table'

/** The list of all orders for staff: filters, a table or cards, and pages. */
export function AllOrdersPage({ filter }: { filter: OrderFilter }) {
  useTitle(texts.allOrders)
  const orders = useQuery(allOrdersQuery(filter))
  const { data } = orders
  const { data: user } = useQuery(userQuery(true))
  const exported = { status: filter.status, waits: filter.waits, q: filter.q }
  return (
    <>
      <PageHeader title={texts.allOrders}>
        {data && (
          <span className={textStyles.muted}>{texts.orders(data.count, formatTotal(data.count))}</span>
        )}
        {hasStaffRole(user, 'MANAGER') && (
          <ExportMenu
            tables={[
              { label: texts.exportOrders, path: '/api/export/orders', query: exported },
              { label: texts.exportLines, path: '/api/export/order-lines', query: exported },
            ]}
          />
        )}
      </PageHeader>
      <OrderFilters filter={filter} counts={data?.byStatus} all={filter.status ? data?.all : data?.count} />
      {orders.error && (
        <Alert tone="danger" className={styles.error} role="alert">
          {errorMessage(orders.error, texts.failedToLoad)}{' '}
          <button type="button" onClick={() => void orders.refetch()}>
            {sharedTexts.tryAgain}
          </button>
        </Alert>
      )}
      {orders.isPending && !orders.error && <LinesSkeleton count={8} />}
      {data && <Lines lines={data.rows} pages={data.pages} filter={filter} />}
    </>
  )
}

type LinesProps = {
  lines: Line[]
  pages: number
  filter: OrderFilter
}

function Lines({ lines, pages, filter }: LinesProps) {
  const wide = useMediaQuery(TABLET)
  if (lines.length === 0) {
    const hint = filter.status || filter.waits || filter.q ? texts.noneMatch : texts.noneFoundHint
    return <EmptyState icon={Package} tone="chilli" title={texts.noneFound} description={hint} />
  }
  return (
    <>
      {wide ? <OrderTable lines={lines} /> : <OrderCards lines={lines} />}
      {pages > 1 && <Pager page={filter.page} pages={pages} summary={texts.pageOf(filter.page, pages)} />}
    </>
  )
}
