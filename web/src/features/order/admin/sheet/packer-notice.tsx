import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { userQuery } from '@/features/account/api'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import type { Order } from '../orders-api'
import { useOrderAction } from '../use-order-actions'
import { takeOrder } from './sheet-api'
import { sheetTexts } from './sheet-texts'

/** Shows the packer of the order. The first to open it becomes its packer; another can take over with one press. */
export function PackerNotice({ order: { _id, stage, packer } }: { order: Order }) {
  const { data: user } = useQuery(userQuery(true))
  const { mutate: take, isPending } = useOrderAction({
    call: takeOrder,
    fallback: sheetTexts.failedToTake,
  })
  const taken = useRef(false)
  const isFree = stage === 'PACKING' && !packer
  useEffect(() => {
    if (!isFree || taken.current) return
    taken.current = true
    take(_id)
  }, [isFree, take, _id])
  if (stage !== 'PACKING' || !packer || !user) return null
  if (packer._id === user._id) return <Alert tone="info">{sheetTexts.youPack}</Alert>
  return (
    <Alert
      tone="info"
      icon={Users}
      role="status"
      action={
        <Button size="small" variant="outline" pending={isPending} onClick={() => take(_id)}>
          {sheetTexts.takeOver}
        </Button>
      }
    >
      {sheetTexts.packs(packer.name)}
    </Alert>
  )
}
