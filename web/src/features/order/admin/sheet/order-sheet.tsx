import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Drawer } from '@/ui/drawer'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { deskTexts } from '../desk-texts'
import { usePendingSteps, withPendingSteps } from '../live/pending-steps'
import { type Order, orderQuery } from '../orders-api'
import { UndoBar } from '../undo-bar'
import { BillPanel } from './bill-panel'
import { CancelPanel } from './cancel-panel'
import { CustomerPanel } from './customer-panel'
import styles from './order-sheet.module.css'
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

/** The sheet of one order over the desk: lines, customer, bill and timeline. On phones it fills the screen. */
export function OrderSheet({ number, onClose }: { number: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(orderQuery(number))
  const steps = usePendingSteps()
  const [order] = withPendingSteps(data ? [data] : [], steps)
  return (
    <Drawer open wide onClose={onClose} label={sheetTexts.sheet(number)}>
      <SheetHeader number={number} order={order} onClose={onClose} />
      {order ? (
        <OrderDetail key={order._id} order={order} />
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

function OrderDetail({ order }: { order: Order }) {
  const [canceling, setCanceling] = useState(false)
  const cancelable = order.stage !== 'DONE'
  return (
    <>
      <div className={styles.body}>
        <div className={styles.main}>
          <StageSteps order={order} />
          <CustomerPanel order={order} />
          {order.stage !== 'DONE' && <PromisedTime order={order} />}
          <PackerNotice order={order} />
          <PackLines order={order} />
        </div>
        <div className={styles.side}>
          <BillPanel order={order} />
          <PaymentPanel order={order} />
          <StaffNote key={order._id} order={order} />
          <TimelinePanel order={order} />
        </div>
        <div className={styles.main}>
          {returnableLines(order).length > 0 && <ReturnPanel order={order} />}
          {cancelable && <CancelPanel order={order} open={canceling} onOpen={setCanceling} />}
        </div>
      </div>
      <SheetFoot order={order} quiet={canceling && cancelable} />
      <UndoBar />
    </>
  )
}
