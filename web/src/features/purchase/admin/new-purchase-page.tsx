import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTitle } from '@/lib/title'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { panelClass } from '@/ui/panel'
import { pendingButton } from '@/ui/pending-button'
import { textLinkClass } from '@/ui/text-link'
import { saveDraft, suppliersQuery } from '../api'
import { purchaseTexts as texts } from '../texts'
import styles from './purchases.module.css'
import { SupplierDialog } from './supplier-form'

/** Starts a purchase: selecting a supplier creates the draft. */
export function NewPurchasePage() {
  useTitle(texts.newPurchase)
  const { data: suppliers, error, refetch } = useQuery(suppliersQuery)
  const [adding, setAdding] = useState(false)
  const navigate = useNavigate()
  const beginning = useMutation({
    mutationFn: (supplier: string) => saveDraft({ body: { supplier } }),
    onSuccess: ({ _id }) => navigate({ to: '/dashboard/purchases/$id', params: { id: _id }, replace: true }),
    meta: { failure: { fallback: texts.notSaved } },
  })
  return (
    <>
      <Link to="/dashboard/purchases" className={textLinkClass}>
        <Icon icon={ArrowLeft} size="small" />
        {texts.purchases}
      </Link>
      <PageHeader title={texts.newPurchase} />
      <p className={styles.hint}>{texts.chooseSupplier}</p>
      {error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : suppliers ? (
        <ul className={panelClass()}>
          {suppliers.map(({ _id, name, mobile, gstin }) => (
            <li key={_id}>
              <button
                type="button"
                className={styles.choice}
                {...pendingButton({ pending: beginning.isPending, onClick: () => beginning.mutate(_id) })}
              >
                <b>{name}</b>
                <small>{[mobile, gstin].filter(Boolean).join(' · ')}</small>
              </button>
            </li>
          ))}
          <li className={styles.choiceFoot}>
            <Button variant="outline" icon={Plus} onClick={() => setAdding(true)}>
              {texts.newSupplier}
            </Button>
          </li>
        </ul>
      ) : (
        <LinesSkeleton count={4} />
      )}
      {adding && (
        <SupplierDialog onClose={() => setAdding(false)} onSaved={({ _id }) => beginning.mutate(_id)} />
      )}
    </>
  )
}
