import { Package, PackageCheck } from 'lucide-react'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { deskTexts } from '../desk-texts'
import type { OrderCounts } from '../orders-api'
import type { DeskSearch } from './desk-search'

type Props = {
  search: DeskSearch
  counts: OrderCounts
  onShow: (show: DeskSearch['show']) => void
}

/** The desk's empty state: all orders are done, or none matches the filter. */
export function DeskEmpty({ search, counts, onShow }: Props) {
  const { show, q, day, area, rider, payment } = search
  if (show || q || day || area || rider || payment) {
    return (
      <EmptyState
        icon={Package}
        tone="chilli"
        title={deskTexts.noneFound}
        description={deskTexts.noneMatch}
      />
    )
  }
  return (
    <EmptyState
      icon={PackageCheck}
      tone="turmeric"
      title={deskTexts.allDone}
      description={deskTexts.doneToday(counts.DONE)}
    >
      <Button variant="outline" onClick={() => onShow('DONE')}>
        {deskTexts.seeDone}
      </Button>
    </EmptyState>
  )
}
