import { useRef, useState } from 'react'
import { confirmationReason } from '../confirmation-reason'
import { NEXT_STAGE, type Order, type Stage } from '../orders-api'
import { useMoveStage, useMoveStages } from '../use-order-actions'
import { useChoice } from './use-choice'

/** Focuses an order's link after the next render; otherwise the focus would follow a moved order to its new group. */
function focusCard(id: string | undefined): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-checkout="${id}"] a`)?.focus({ preventScroll: true }),
  )
}

/** A move that awaits confirmation; `move` sends it. */
type UnconfirmedMove = { orders: Order[]; to: Stage; move: () => void }

/**
 * The state of the desk for the orders in display order: the current order, the selected ones, the rider for the next
 * orders that go out, and the functions that move them.
 */
export function useDesk(listed: Order[]) {
  const [currentId, setCurrentId] = useState<string>()
  const [unconfirmed, setUnconfirmed] = useState<UnconfirmedMove>()
  const [moving, setMoving] = useState<ReadonlySet<string>>(new Set())
  const [rider, setRider] = useState('')
  const lastMoved = useRef<string>(undefined)
  const choice = useChoice(listed)
  const move = useMoveStage()
  const moveMany = useMoveStages()
  const current = listed.find(({ _id }) => _id === currentId) ?? listed[0]

  const select = (order: Order | undefined) => {
    if (!order) return
    setCurrentId(order._id)
    const card = document.querySelector<HTMLElement>(`[data-checkout="${order._id}"]`)
    card?.scrollIntoView({ block: 'nearest' })
    card?.querySelector('a')?.focus({ preventScroll: true })
  }
  const step = (by: 1 | -1) => {
    const index = current ? listed.indexOf(current) : -1
    select(currentId ? listed[index + by] : current)
  }
  const riderOf = (to: Stage) => (to === 'OUT' && rider.trim()) || undefined
  const moveAtOnce = (order: Order, to: Stage) => {
    const { _id, number, stage: from } = order
    if (moving.has(_id)) return
    const index = listed.indexOf(order)
    const nextId = (listed[index + 1] ?? listed.find((other) => other !== order))?._id
    setMoving((ids) => new Set(ids).add(_id))
    setCurrentId(nextId)
    lastMoved.current = _id
    // Use the promise: `mutate` drops its callbacks when the next mutation starts.
    const settle = () => {
      setMoving((ids) => new Set([...ids].filter((id) => id !== _id)))
      if (lastMoved.current === _id) focusCard(nextId ?? _id)
    }
    move.mutateAsync({ _id, number, from, to, rider: riderOf(to) }).then(settle, settle)
  }
  const moveOne = (order: Order, to: Stage) => {
    const move = () => moveAtOnce(order, to)
    if (confirmationReason(order, to)) setUnconfirmed({ orders: [order], to, move })
    else move()
  }
  const moveCurrent = () => {
    const to = current && NEXT_STAGE[current.stage]
    if (current && to) moveOne(current, to)
  }
  const moveAll = (orders: Order[], from: Stage, to: Stage) => {
    const move = () => moveMany.mutate({ orders, from, to, rider: riderOf(to) }, { onSuccess: choice.clear })
    const unsure = orders.filter((order) => confirmationReason(order, to))
    if (unsure.length > 0) setUnconfirmed({ orders: unsure, to, move })
    else move()
  }
  /** Makes an order the current one; the list may render it only later. */
  const focus = (id: string) => {
    setCurrentId(id)
    focusCard(id)
  }
  return {
    current,
    choice,
    rider,
    setRider,
    select,
    focus,
    step,
    moveOne,
    moveCurrent,
    moveAll,
    unconfirmed,
    dismissUnconfirmed: () => setUnconfirmed(undefined),
    isMoving: ({ _id }: Order) => moving.has(_id) || moveMany.isPending,
    movingAll: moveMany.isPending,
  }
}
