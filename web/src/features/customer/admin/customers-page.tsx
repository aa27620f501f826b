import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { userQuery } from '@/features/account/api'
import { ExportMenu } from '@/features/export/export-menu'
import { errorMessage } from '@/lib/errors'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { Alert } from '@/ui/alert'
import { EmptyState } from '@/ui/empty-state'
import { FilterSelect } from '@/ui/filter-select'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { PageHeader } from '@/ui/page-header'
import { Pager } from '@/ui/pager'
import { SearchField } from '@/ui/search-field'
import { stack } from '@/ui/stack'
import { textStyles } from '@/ui/text-styles'
import { customersQuery, PAGE_SIZE } from '../api'
import { type CustomerSearch, customerSearch } from '../customer-search'
import { customerTexts } from '../texts'
import { CustomerList } from './customer-list'
import styles from './customers-page.module.css'
import { NewCustomer } from './new-customer'

/** The list of customers: number and sum of orders, and the staff's notes. */
export function CustomersPage({ search }: { search: CustomerSearch }) {
  useTitle(customerTexts.customers)
  const { data, error, isPending, refetch } = useQuery(customersQuery(search))
  const { data: user } = useQuery(userQuery(true))
  const navigate = useNavigate({ from: '/dashboard/customers/' })
  const filterBy = (change: Record<string, string | undefined>) =>
    void navigate({
      search: (before) => customerSearch({ ...before, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const { q = '', sort = '', area = '', page = 1 } = search
  const first = (page - 1) * PAGE_SIZE
  return (
    <>
      <PageHeader title={customerTexts.customers}>
        {data && <span className={textStyles.hint}>{customerTexts.summary(data.total, data.thisMonth)}</span>}
        <span className={stack.row}>
          <NewCustomer />
          {user?.staffRole === 'OWNER' && (
            <ExportMenu
              tables={[{ label: customerTexts.customers, path: '/api/export/customers', query: { q, area } }]}
            />
          )}
        </span>
      </PageHeader>
      <div className={styles.filters}>
        <SearchField
          label={customerTexts.search}
          placeholder={customerTexts.searchHint}
          query={q}
          onSearch={(query) => filterBy({ q: query })}
          className={styles.search}
        />
        <FilterSelect
          name="area"
          label={customerTexts.area}
          value={area && ` ${area}`}
          options={areaLabels(data?.areas ?? [], area)}
          onSelect={(value) => filterBy({ area: value.trim() })}
        />
        <FilterSelect
          name="sort"
          label={customerTexts.sort}
          value={sort}
          options={customerTexts.sorts}
          onSelect={(value) => filterBy({ sort: value })}
        />
      </div>
      {error && (
        <Alert tone="danger" className={styles.error} role="alert">
          {errorMessage(error, customerTexts.failedToLoad)}{' '}
          <button type="button" onClick={() => void refetch()}>
            {sharedTexts.tryAgain}
          </button>
        </Alert>
      )}
      {isPending && !error && <LinesSkeleton count={8} />}
      {data?.customers.length === 0 && (
        <EmptyState
          icon={Users}
          tone="indigo"
          title={customerTexts.none}
          description={q || area ? customerTexts.noneMatch : customerTexts.noneYet}
        />
      )}
      {data && data.customers.length > 0 && <CustomerList customers={data.customers} />}
      {data && data.pages > 1 && (
        <Pager
          page={page}
          pages={data.pages}
          summary={customerTexts.pageOf(first + 1, first + data.customers.length, data.total)}
        />
      )}
    </>
  )
}

/**
 * Returns the labels of the pincode filter. The keys have a leading space: JavaScript sorts integer keys before ''
 * (all).
 */
function areaLabels(areas: string[], chosen: string): Record<string, string> {
  const shown = chosen && !areas.includes(chosen) ? [...areas, chosen] : areas
  return { '': customerTexts.allAreas, ...Object.fromEntries(shown.map((area) => [` ${area}`, area])) }
}
