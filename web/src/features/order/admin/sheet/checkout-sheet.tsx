import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Drawer } from '@/ui/drawer'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { type Checkout, checkoutQuery } from '../checkouts-api'
import { deskTexts } from '../desk-texts'
import { usePendingSteps, withPendingSteps } from '../live/pending-steps'
import { UndoBar } from '../undo-bar'
import { BillPanel } from './bill-panel'
import { CancelPanel } from './cancel-panel'
import styles from './checkout-sheet.module.css'
import { CustomerPanel } from './customer-panel'
import { PackLines } from './pack-lines'
import { PackerNotice } from './packer-notice'
import { returnableLines } from './packing'
import { PaymentPanel } from './payment-panel'
import { PromisedTime } from './promised-time'
import { ReturnPanel } from './return-panel'
import { SheetFoot } from './sheet-foot'
import { SheetHeader } from './sheet-header'
import { sheetTexts } from './sheet-texts'
import { StaffNote } from './staff-note'
import { StageSteps } from './stage-steps'
import { TimelinePanel } from './timeline-panel'

/** The sheet of one order, over the desk: lines, customer, bill and timeline; a page on phones. */
export function CheckoutSheet({ number, onClose }: { number: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(checkoutQuery(number))
  const steps = usePendingSteps()
  const [checkout] = withPendingSteps(data ? [data] : [], steps)
  return (
    <Drawer open wide onClose={onClose} label={sheetTexts.sheet(number)}>
      <SheetHeader number={number} checkout={checkout} onClose={onClose} />
      {checkout ? (
        <CheckoutDetail key={checkout._id} checkout={checkout} />
      ) : (
        <div className={styles.loading}>
          {error ? (
            <LoadingFailed reason={error} title={deskTexts.failedToLoad} retry={refetch} />
          ) : (
            <LinesSkeleton count={4} />
          )}
        </div>
      )}
    </Drawer>
  )
}

function CheckoutDetail({ checkout }: { checkout: Checkout }) {
  const [canceling, setCanceling] = useState(false)
  const cancelable = checkout.stage !== 'DONE'
  return (
    <>
      <div className={styles.body}>
        <div className={styles.main}>
          <StageSteps checkout={checkout} />
          <CustomerPanel checkout={checkout} />
          {checkout.stage !== 'DONE' && <PromisedTime checkout={checkout} />}
          <PackerNotice checkout={checkout} />
          <PackLines checkout={checkout} />
        </div>
        <div className={styles.side}>
          <BillPanel checkout={checkout} />
          <PaymentPanel checkout={checkout} />
          <StaffNote key={checkout._id} checkout={checkout} />
          <TimelinePanel checkout={checkout} />
        </div>
        <div className={styles.main}>
          {returnableLines(checkout).length > 0 && <ReturnPanel checkout={checkout} />}
          {cancelable && <CancelPanel checkout={checkout} open={canceling} onOpen={setCanceling} />}
        </div>
      </div>
      <SheetFoot checkout={checkout} quiet={canceling && cancelable} />
      <UndoBar />
    </>
  )
}
