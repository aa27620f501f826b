import { useEffect, useRef, useState } from 'react'
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
  /** A moved order to focus as soon as the list shows it in its new stage: its card is mounted again there. */
  const arriving = useRef<{ id: string; stage: Stage }>(undefined)
  useEffect(() => {
    const { id, stage } = arriving.current ?? {}
    const order = listed.find(({ _id }) => _id === id)
    if (order && order.stage !== stage) return
    arriving.current = undefined
    if (order) focusCard(id)
  })
  const current = listed.find(({ _id }) => _id === currentId) ?? listed[0]

  const makeCurrent = (order: Order | undefined) => {
    if (!order) return
    setCurrentId(order._id)
    const card = document.querySelector<HTMLElement>(`[data-checkout="${order._id}"]`)
    card?.scrollIntoView({ block: 'nearest' })
    card?.querySelector('a')?.focus({ preventScroll: true })
  }
  /** Makes an order the current one; the list may render it only later. */
  const focus = (id: string | undefined) => {
    setCurrentId(id)
    focusCard(id)
  }
  const step = (by: 1 | -1) => {
    const index = current ? listed.indexOf(current) : -1
    makeCurrent(currentId ? listed[index + by] : current)
  }
  const riderOf = (to: Stage) => (to === 'OUT' && rider.trim()) || undefined
  const moveAtOnce = (order: Order, to: Stage) => {
    const { _id, number, stage: from } = order
    if (moving.has(_id)) return
    const index = listed.indexOf(order)
    const nextId = (listed[index + 1] ?? listed.find((candidate) => candidate !== order))?._id
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
  const moveOrder = (order: Order, to: Stage) => {
    const move = () => moveAtOnce(order, to)
    if (confirmationReason(order, to)) setUnconfirmed({ orders: [order], to, move })
    else move()
  }
  const moveCurrent = () => {
    const to = current && NEXT_STAGE[current.stage]
    if (current && to) moveOrder(current, to)
  }
  const moveAll = (orders: Order[], from: Stage, to: Stage) => {
    const move = () => {
      const lastIndex = Math.max(...orders.map((order) => listed.indexOf(order)))
      const next = listed[lastIndex + 1] ?? listed.find((order) => !orders.includes(order))
      // The pressed button disappears with the selection or the group: focus the next order, or the first moved one.
      const settle = (result: { done: Order[] } | undefined) => {
        choice.clear()
        const [first] = result?.done ?? orders
        if (next || !first) return focus((next ?? orders[0])?._id)
        setCurrentId(first._id)
        arriving.current = { id: first._id, stage: to }
      }
      moveMany.mutateAsync({ orders, from, to, rider: riderOf(to) }).then(settle, () => {})
    }
    if (moveMany.isPending) return
    const unsure = orders.filter((order) => confirmationReason(order, to))
    if (unsure.length > 0) setUnconfirmed({ orders: unsure, to, move })
    else move()
  }
  return {
    current,
    choice,
    rider,
    setRider,
    focus,
    step,
    moveOrder,
    moveCurrent,
    moveAll,
    unconfirmed,
    dismissUnconfirmed: () => setUnconfirmed(undefined),
    isMoving: ({ _id }: Order) => moving.has(_id) || moveMany.isPending,
    movingAll: moveMany.isPending,
  }
}
