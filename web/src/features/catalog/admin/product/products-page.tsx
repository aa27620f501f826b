import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp, PackageOpen, Plus, Rows3 } from 'lucide-react'
import { useEffect } from 'react'
import { ExportMenu } from '@/features/export/export-menu'
import { ApiError } from '@/lib/api'
import { classNames } from '@/lib/class-names'
import { useTitle } from '@/lib/title'
import { buttonClass } from '@/ui/button'
import { Chip } from '@/ui/chip'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icon'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { Pager } from '@/ui/pager'
import { SearchField } from '@/ui/search-field'
import { textStyles } from '@/ui/text-styles'
import { Toolbar } from '@/ui/toolbar'
import { listTexts } from '../../price-list-texts'
import { ScanButton } from '../../scan-button'
import { NamesButton } from '../names/names-button'
import { texts as shared } from '../texts'
import { adminProductsQuery } from './api'
import { BulkRecent } from './bulk-recent'
import type { AdminProductFilter } from './product-filter'
import { ProductFilters } from './product-filters'
import { ProductList } from './product-list'
import { ProductRequests } from './product-requests'
import { useProductView } from './product-view'
import styles from './products-page.module.css'
import { ProductsSkeleton } from './products-skeleton'
import { texts } from './texts'

type Props = {
  filter: AdminProductFilter
  /** Writes the change to the URL. Any change except of the page itself resets the page to 1. */
  onChange: (change: AdminProductFilter) => void
}

/** All products of the shop: search, edit inline or in a dialog, publish, delete. */
export function ProductsPage({ filter, onChange }: Props) {
  useTitle(texts.products)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...adminProductsQuery(filter),
    placeholderData: keepPreviousData,
  })
  const [view, setView] = useProductView()
  const { page = 1 } = filter
  const pages = data?.totalNoPage ?? 0
  // The page may be past the end after its last product was deleted.
  const isPastEnd = !isPlaceholderData && pages > 0 && page > pages
  useEffect(() => {
    if (isPastEnd) onChange({ page: pages })
  }, [isPastEnd, pages, onChange])
  return (
    <>
      <PageHeader title={texts.products}>
        <span className={textStyles.muted} role="status">
          {data && texts.count(data.totalCount)}
        </span>
      </PageHeader>
      <Toolbar>
        <SearchField
          className={styles.search}
          label={texts.search}
          query={filter.q ?? ''}
          onSearch={(q) => onChange({ q: q || undefined })}
        />
        <ScanButton onScan={(code) => onChange({ q: code })} />
        <ProductFilters filter={filter} onChange={onChange} count={data?.totalCount} />
        <span className={styles.view}>
          <Chip
            icon={Rows3}
            pressed={view === 'table'}
            onClick={() => setView(view === 'table' ? 'cards' : 'table')}
          >
            {texts.table}
          </Chip>
        </span>
        <div className={styles.actions}>
          <Link to="/dashboard/import" className={buttonClass({ variant: 'outline', size: 'small' })}>
            <Icon icon={FileUp} />
            {listTexts.title}
          </Link>
          <NamesButton />
          <ExportMenu tables={tablesOf(filter)} />
          <Link
            to="/dashboard/uploadProduct"
            className={classNames(buttonClass({ size: 'small' }), styles.upload)}
          >
            <Icon icon={Plus} />
            {texts.uploadProduct}
          </Link>
        </div>
      </Toolbar>
      <BulkRecent />
      <ProductRequests />
      {data ? (
        <div aria-busy={isPlaceholderData} data-view={view}>
          <ProductList
            key={JSON.stringify(filter)}
            products={data.products}
            daysLeft={data.daysLeft}
            filter={filter}
            totalCount={data.totalCount}
          />
          {data.totalCount === 0 ? (
            <EmptyState
              icon={PackageOpen}
              tone="turmeric"
              title={shared.noData}
              description={Object.values(filter).some(Boolean) ? texts.noMatch : texts.noProducts}
            />
          ) : (
            <Pager page={page} pages={pages} summary={texts.page(page, pages)} />
          )}
        </div>
      ) : error ? (
        <LoadingFailed reason={error} title={failureTitle(error)} retry={refetch} />
      ) : (
        <div data-view={view}>
          <ProductsSkeleton />
        </div>
      )}
    </>
  )
}

/** Returns the tables to export: the matching products, and all stock movements. */
function tablesOf({ q, category, subCategory, stock, publish, without, taxRate }: AdminProductFilter) {
  const level = stock === 'ending' ? undefined : stock
  const query = { q, category, subCategory, stock: level, publish: publish?.toString(), without, taxRate }
  return [
    { label: texts.products, path: '/api/export/products', query },
    { label: texts.stockLedger, path: '/api/export/stock' },
  ]
}

function failureTitle(error: Error): string {
  return error instanceof ApiError && error.status !== 0 ? texts.loadFailed : texts.loadUnanswered
}
