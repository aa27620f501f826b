import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTitle } from '@/lib/title'
import { Icon } from '@/ui/icon'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { textLinkClass } from '@/ui/text-link'
import { purchaseQuery } from '../api'
import { purchaseTexts as texts } from '../texts'
import { BookedPurchase } from './booked-purchase'
import { DraftEditor } from './draft-editor'

/** One purchase: the editor of a draft, or a booked purchase with its payments and returns. */
export function PurchasePage({ id }: { id: string }) {
  const { data: purchase, error, refetch } = useQuery({ ...purchaseQuery(id), refetchOnWindowFocus: false })
  const [imports, setImports] = useState(0)
  useTitle(purchase ? `${purchase.supplier.name} ${purchase.bill}` : texts.purchase)
  return (
    <>
      <Link to="/dashboard/purchases" className={textLinkClass}>
        <Icon icon={ArrowLeft} size="small" />
        {texts.purchases}
      </Link>
      {!purchase ? (
        error ? (
          <LoadingFailed reason={error} retry={refetch} />
        ) : (
          <LinesSkeleton count={6} />
        )
      ) : purchase.state === 'DRAFT' ? (
        <DraftEditor key={imports} purchase={purchase} onImported={() => setImports(imports + 1)} />
      ) : (
        <BookedPurchase purchase={purchase} />
      )}
    </>
  )
}
