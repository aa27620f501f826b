import { formatRupees, toPaise } from '@/lib/money'
import { texts as sharedTexts } from '@/lib/texts'
import { Button } from '@/ui/button'
import { Detail, DetailList } from '@/ui/detail-list'
import { Dialog, DialogFooter } from '@/ui/dialog'
import type { ReorderResult } from './reorder-api'
import { changeText, reorderTexts } from './reorder-texts'

type Props = {
  open: boolean
  result: ReorderResult
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Names the products that are unavailable or cost more than when ordered, before the others are added to the cart. */
export default function ReorderDialog({
  open,
  result: { changes, lines },
  pending,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={reorderTexts.title}
      description={lines === 0 ? reorderTexts.nothingLeft : undefined}
    >
      <DetailList>
        {changes.map((change) => (
          <Detail key={`${change.productId} ${change.kind}`} label={change.name} variant="wrapping">
            {changeText(change, formatRupees(toPaise(change.before)), formatRupees(toPaise(change.now)))}
          </Detail>
        ))}
      </DetailList>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          {lines === 0 ? sharedTexts.close : reorderTexts.addNothing}
        </Button>
        {lines > 0 && (
          <Button pending={pending} onClick={onConfirm}>
            {reorderTexts.addRest(lines)}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
