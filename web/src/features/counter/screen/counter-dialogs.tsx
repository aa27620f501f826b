import { changeLine } from '../bills'
import type { Line } from '../counter'
import type { CounterState, CounterStore } from '../counter-store'
import { CustomerDialog } from './customer-dialog'
import { DiscountDialog } from './discount-dialog'
import { HeldDialog, HoldDialog } from './held-dialogs'
import { KeysDialog } from './keys'

export type CounterDialog = 'CUSTOMER' | 'DISCOUNT' | 'HOLD' | 'HELD' | 'KEYS'

type Props = {
  store: CounterStore
  state: CounterState
  dialog: CounterDialog | undefined
  inHand: Line | undefined
  onClose: () => void
}

/** The dialog that is open over the bill in hand. */
export function CounterDialogs({ store, state, dialog, inHand, onClose }: Props) {
  const { bill, held, customers } = state
  return (
    <>
      {dialog === 'CUSTOMER' && (
        <CustomerDialog
          customers={customers}
          chosen={bill.customer}
          onChoose={(customer) => {
            store.edit((before) => ({ ...before, customer }))
            onClose()
          }}
          onClose={onClose}
        />
      )}
      {dialog === 'DISCOUNT' && (
        <DiscountDialog
          {...{ state, inHand, onClose }}
          onLine={(id, discount) => store.edit((before) => changeLine(before, id, { discount }))}
          onBill={(discount) => store.edit((before) => ({ ...before, discount }))}
        />
      )}
      {dialog === 'HOLD' && (
        <HoldDialog
          name={bill.customer?.name ?? ''}
          onHold={(name) => {
            store.hold(name)
            onClose()
          }}
          onClose={onClose}
        />
      )}
      {dialog === 'HELD' && (
        <HeldDialog
          held={held}
          onTakeUp={(id) => {
            store.takeUp(id)
            onClose()
          }}
          onDrop={(id) => store.dropHeld(id)}
          onClose={onClose}
        />
      )}
      {dialog === 'KEYS' && <KeysDialog onClose={onClose} />}
    </>
  )
}
