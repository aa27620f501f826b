import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Phone, Plus, Truck } from 'lucide-react'
import { useState } from 'react'
import { telephoneLink } from '@/lib/phone'
import { useTitle } from '@/lib/title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icon'
import { iconButtonClass } from '@/ui/icon-button'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { panelClass } from '@/ui/panel'
import { type Supplier, suppliersQuery } from '../api'
import { formatMoney } from '../draft'
import { purchaseTexts as texts } from '../texts'
import { PurchaseTabs } from './purchase-tabs'
import styles from './purchases.module.css'
import { SupplierDialog } from './supplier-form'

/** The suppliers, with the amount due to each. */
export function SuppliersPage() {
  useTitle(texts.suppliers)
  const { data: suppliers, error, refetch } = useQuery(suppliersQuery)
  const [edited, setEdited] = useState<Supplier | 'new'>()
  return (
    <>
      <PageHeader title={texts.purchases}>
        <span className={styles.actions}>
          <Button icon={Plus} onClick={() => setEdited('new')}>
            {texts.newSupplier}
          </Button>
        </span>
      </PageHeader>
      <PurchaseTabs />
      {error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : !suppliers ? (
        <LinesSkeleton count={4} />
      ) : suppliers.length === 0 ? (
        <EmptyState icon={Truck} tone="indigo" title={texts.noSuppliers} description={texts.noSuppliersYet} />
      ) : (
        <ul className={panelClass()}>
          {suppliers.map((supplier) => (
            <li key={supplier._id} className={styles.row}>
              <Link to="/dashboard/purchases" search={{ supplier: supplier._id }} className={styles.name}>
                {supplier.name}
              </Link>
              <small className={styles.what}>
                {[supplier.mobile, supplier.gstin, supplier.products > 0 && texts.usualFor(supplier.products)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              <span className={styles.state}>
                {supplier.mobile && (
                  <a
                    href={telephoneLink(supplier.mobile)}
                    className={iconButtonClass()}
                    aria-label={supplier.mobile}
                  >
                    <Icon icon={Phone} />
                  </a>
                )}
              </span>
              <b className={styles.sum}>{supplier.due > 0 ? texts.owed(formatMoney(supplier.due)) : ''}</b>
              <Button
                variant="outline"
                className={styles.act}
                aria-label={texts.edit(supplier.name)}
                onClick={() => setEdited(supplier)}
              >
                {texts.change}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <SupplierDialog
          supplier={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
