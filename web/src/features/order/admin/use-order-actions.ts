import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { formatDateTime } from '@/lib/dates'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { currentOrderOf } from '../current-order'
import { deskTexts } from './desk-texts'
import { hasNoResponse, mustWait } from './live/must-wait'
import { type PendingMove, saveSteps } from './live/pending-steps'
import {
  moveStage,
  moveStages,
  type Order,
  type PaymentTaken,
  patchOrderInCache,
  type Stage,
  setPromise,
  undoAction,
} from './orders-api'
import { rememberRider } from './riders'
import { offerUndo, showInBar, type UndoOffer, withdrawUndo } from './undo-offer'

/** Shows in the bar why an action was refused, and the server's current version of the order. */
function showRefusal(queryClient: QueryClient, error: unknown, fallback: string): void {
  const current = currentOrderOf(error)
  if (current) patchOrderInCache(queryClient, current)
  showInBar(deskTexts.refusedOrder(current?.number, errorMessage(error, fallback)))
}

/** Stores steps on this device until the network is back, and says so in the bar. */
function keep(steps: PendingMove[]): void {
  saveSteps(steps)
  const [first] = steps
  showInBar(
    steps.length === 1 && first ? deskTexts.stepKept(first.number) : deskTexts.stepsKept(steps.length),
  )
}

type Step = PendingMove & { promisedAt?: string } & PaymentTaken

type Action<Variables> = {
  call: (variables: Variables) => Promise<Order>
  /** The bar's text after the order's number; undefined leaves the bar unchanged. */
  text?: (variables: Variables) => string
  fallback: string
  /** The form that sent the request shows a refusal, unless the order has changed meanwhile. */
  inline?: boolean
}

/** An action on one order. It writes the updated order into the cache and offers Undo in the bar if the action has one. */
export function useOrderAction<Variables>({ call, text, fallback, inline }: Action<Variables>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: (changed, variables) => {
      patchOrderInCache(queryClient, changed)
      if (text) offerUndo(deskTexts.movedOrder(changed.number, text(variables)), [changed])
    },
    onError: (error) => {
      if (!inline || currentOrderOf(error)) showRefusal(queryClient, error, fallback)
    },
  })
}

/** Moves one order to its next stage, with Undo in the bar. Offline the step is kept until the network is back. */
export function useMoveStage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ number, ...move }: Step) => {
      if (move.rider) rememberRider(move.rider)
      if (!mustWait()) return moveStage(move)
      keep([{ number, ...move }])
      return undefined
    },
    onSuccess: (moved, { to }) => {
      if (!moved) return
      patchOrderInCache(queryClient, moved)
      const { number, promisedAt } = moved
      if (to === 'PACKING' && promisedAt)
        offerUndo(deskTexts.accepted(number, formatDateTime(promisedAt)), [moved], moved)
      else offerUndo(deskTexts.movedOrder(number, deskTexts.moved[to]), [moved])
    },
    onError: (error, step) => {
      if (hasNoResponse(error)) keep([step])
      else showRefusal(queryClient, error, deskTexts.failedToMove)
    },
  })
}

const MINUTE_MS = 60_000

/** Moves an order's promised time by some minutes. */
export function useMovePromise() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ order: { _id, promisedAt }, minutes }: { order: Order; minutes: number }) => {
      const from = promisedAt ? Date.parse(promisedAt) : Date.now()
      return setPromise({ _id, promisedAt: new Date(from + minutes * MINUTE_MS).toISOString() })
    },
    onSuccess: (changed) => {
      patchOrderInCache(queryClient, changed)
      const { number, promisedAt } = changed
      offerUndo(deskTexts.promisedFor(number, formatDateTime(promisedAt ?? '')), [changed], changed)
    },
    onError: (error) => showRefusal(queryClient, error, deskTexts.failedToPromise),
  })
}

type Batch = { orders: Order[]; from: Stage; to: Stage; rider?: string }

const stepsOf = ({ orders, from, to, rider }: Batch) =>
  orders.map(({ _id, number }) => ({ _id, number, from, to, rider }))

/** Moves many orders in one call. The bar shows their number and names the refused ones. */
export function useMoveStages() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (batch: Batch) => {
      const { orders, from, to, rider } = batch
      if (rider) rememberRider(rider)
      if (!mustWait()) return moveStages({ ids: orders.map(({ _id }) => _id), from, to, rider })
      keep(stepsOf(batch))
      return undefined
    },
    onSuccess: (moved, { orders, to }) => {
      if (!moved) return
      for (const order of moved.done) patchOrderInCache(queryClient, order)
      const reasons = moved.refused.map(({ _id, message }) =>
        deskTexts.refusedOrder(orders.find((order) => order._id === _id)?.number, message),
      )
      const summary = deskTexts.movedMany(moved.done.length, deskTexts.moved[to])
      offerUndo([summary, ...reasons].join(' · '), moved.done)
    },
    onError: (error, batch) => {
      if (hasNoResponse(error)) keep(stepsOf(batch))
      else showRefusal(queryClient, error, deskTexts.failedToMove)
    },
  })
}

/** Undoes the actions that the bar offers, and says so in the bar. */
export function useUndo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ actions }: UndoOffer) => Promise.all(actions.map(undoAction)),
    onMutate: withdrawUndo,
    onSuccess: (restored) => {
      for (const order of restored) patchOrderInCache(queryClient, order)
      const [first] = restored
      const many = restored.length > 1
      showInBar(many || !first ? deskTexts.undone : deskTexts.movedOrder(first.number, deskTexts.restored))
    },
    onError: (error) => showRefusal(queryClient, error, deskTexts.failedToUndo),
  })
}
