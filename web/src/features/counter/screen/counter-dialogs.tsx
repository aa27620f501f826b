import { changeLine, withWeight } from '../bills'
import type { CounterProduct, Line } from '../counter'
import type { CounterState, CounterStore } from '../counter-store'
import { BuyerDialog } from './buyer-dialog'
import { CustomerDialog } from './customer-dialog'
import { DiscountDialog } from './discount-dialog'
import { HeldDialog, HoldDialog } from './held-dialogs'
import { KeysDialog } from './keys'
import { WeightDialog } from './weight-dialog'

export type CounterDialog = 'CUSTOMER' | 'BUYER' | 'DISCOUNT' | 'HOLD' | 'HELD' | 'KEYS'

/** The product being weighed; `line` is undefined for a new line. */
export type Weighing = { product: CounterProduct; line?: Line }

type Props = {
  store: CounterStore
  state: CounterState
  dialog: CounterDialog | undefined
  inHand: Line | undefined
  weighing: Weighing | undefined
  onClose: () => void
}

/** The open dialog over the current bill. */
export function CounterDialogs({ store, state, dialog, inHand, weighing, onClose }: Props) {
  const { bill, held, customers, shop } = state
  return (
    <>
      {dialog === 'CUSTOMER' && (
        <CustomerDialog
          customers={customers}
          chosen={bill.customer}
          newLimit={shop.khataLimit}
          onChoose={(customer) => {
            store.edit((before) => ({ ...before, customer }))
            onClose()
          }}
          onClose={onClose}
        />
      )}
      {dialog === 'BUYER' && (
        <BuyerDialog
          buyer={bill.buyer}
          isNeeded={store.lacksBuyer()}
          customer={bill.customer}
          onBuyer={(buyer) => {
            store.edit((before) => ({ ...before, buyer }))
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
      {weighing && (
        <WeightDialog
          key={weighing.product._id}
          product={weighing.product}
          weight={weighing.line?.weight}
          onWeight={(weight) => {
            const { product, line } = weighing
            store.edit((before) =>
              line ? changeLine(before, line.id, { weight }) : withWeight(before, product, weight),
            )
            onClose()
          }}
          onClose={onClose}
        />
      )}
      {dialog === 'KEYS' && <KeysDialog onClose={onClose} />}
    </>
  )
}
