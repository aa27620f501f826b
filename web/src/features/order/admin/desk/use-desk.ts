import { useRef, useState } from 'react'
import { type Checkout, NEXT_STAGE, type Stage } from '../checkouts-api'
import { confirmationReason } from '../confirmation-reason'
import { useMoveStage, useMoveStages } from '../use-checkout-actions'
import { useChoice } from './use-choice'

/** Focuses an order's link once the list has rendered: without it the focus moves along with a moved order. */
function focusCard(id: string | undefined): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-checkout="${id}"] a`)?.focus({ preventScroll: true }),
  )
}

/** A move that waits for its confirmation; `move` sends it. */
type UnconfirmedMove = { checkouts: Checkout[]; to: Stage; move: () => void }

/**
 * The current order, the ticked ones, who takes along what goes out next, and the functions that move them, for the
 * orders in the page's order.
 */
export function useDesk(listed: Checkout[]) {
  const [currentId, setCurrentId] = useState<string>()
  const [unconfirmed, setUnconfirmed] = useState<UnconfirmedMove>()
  const [moving, setMoving] = useState<ReadonlySet<string>>(new Set())
  const [rider, setRider] = useState('')
  const lastMoved = useRef<string>(undefined)
  const choice = useChoice(listed)
  const move = useMoveStage()
  const moveMany = useMoveStages()
  const current = listed.find(({ _id }) => _id === currentId) ?? listed[0]

  const select = (checkout: Checkout | undefined) => {
    if (!checkout) return
    setCurrentId(checkout._id)
    const card = document.querySelector<HTMLElement>(`[data-checkout="${checkout._id}"]`)
    card?.scrollIntoView({ block: 'nearest' })
    card?.querySelector('a')?.focus({ preventScroll: true })
  }
  const step = (by: 1 | -1) => {
    const index = current ? listed.indexOf(current) : -1
    select(currentId ? listed[index + by] : current)
  }
  const riderOf = (to: Stage) => (to === 'OUT' && rider.trim()) || undefined
  const moveAtOnce = (checkout: Checkout, to: Stage) => {
    const { _id, number, stage: from } = checkout
    if (moving.has(_id)) return
    const index = listed.indexOf(checkout)
    const nextId = (listed[index + 1] ?? listed.find((other) => other !== checkout))?._id
    setMoving((ids) => new Set(ids).add(_id))
    setCurrentId(nextId)
    lastMoved.current = _id
    // A promise settles for each move; the callbacks of `mutate` are dropped when the next one begins.
    const settle = () => {
      setMoving((ids) => new Set([...ids].filter((id) => id !== _id)))
      if (lastMoved.current === _id) focusCard(nextId ?? _id)
    }
    move.mutateAsync({ _id, number, from, to, rider: riderOf(to) }).then(settle, settle)
  }
  const moveOne = (checkout: Checkout, to: Stage) => {
    const move = () => moveAtOnce(checkout, to)
    if (confirmationReason(checkout, to)) setUnconfirmed({ checkouts: [checkout], to, move })
    else move()
  }
  const moveCurrent = () => {
    const to = current && NEXT_STAGE[current.stage]
    if (current && to) moveOne(current, to)
  }
  const moveAll = (checkouts: Checkout[], from: Stage, to: Stage) => {
    const move = () =>
      moveMany.mutate({ checkouts, from, to, rider: riderOf(to) }, { onSuccess: choice.clear })
    const unsure = checkouts.filter((checkout) => confirmationReason(checkout, to))
    if (unsure.length > 0) setUnconfirmed({ checkouts: unsure, to, move })
    else move()
  }
  /** Makes an order the current one; the list may show it only after the next render. */
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
    isMoving: ({ _id }: Checkout) => moving.has(_id) || moveMany.isPending,
    movingAll: moveMany.isPending,
  }
}
