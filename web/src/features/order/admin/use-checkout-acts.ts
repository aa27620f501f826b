import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '@/lib/errors'
import {
  type Checkout,
  moveStage,
  moveStages,
  patchCheckoutInCache,
  presentCheckout,
  type Stage,
  undoAct,
} from './checkouts-api'
import { deskTexts } from './desk-texts'
import { offerUndo, showInBar, type UndoOffer, withdrawUndo } from './undo-offer'

/** Says in the bar why an act was refused and shows the order as the server now has it. */
function showRefusal(queryClient: QueryClient, error: unknown, fallback: string): void {
  const present = presentCheckout(error)
  if (present) patchCheckoutInCache(queryClient, present)
  showInBar(deskTexts.refusedOne(present?.number, errorMessage(error, fallback)))
}

/** Moves one order on, with Undo in the bar. */
export function useMoveStage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: moveStage,
    onSuccess: (moved, { to }) => {
      patchCheckoutInCache(queryClient, moved)
      offerUndo(deskTexts.movedOne(moved.number, deskTexts.moved[to]), [moved])
    },
    onError: (error) => showRefusal(queryClient, error, deskTexts.failedToMove),
  })
}

type Batch = { checkouts: Checkout[]; from: Stage; to: Stage }

/** Moves many orders on in one call; the bar says how many and names those that were refused. */
export function useMoveStages() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ checkouts, from, to }: Batch) =>
      moveStages({ ids: checkouts.map(({ _id }) => _id), from, to }),
    onSuccess: ({ done, refused }, { checkouts, to }) => {
      for (const moved of done) patchCheckoutInCache(queryClient, moved)
      const reasons = refused.map(({ _id, message }) =>
        deskTexts.refusedOne(checkouts.find((checkout) => checkout._id === _id)?.number, message),
      )
      const summary = deskTexts.movedMany(done.length, deskTexts.moved[to])
      offerUndo([summary, ...reasons].join('. '), done)
    },
    onError: (error) => showRefusal(queryClient, error, deskTexts.failedToMove),
  })
}

/** Takes back what the bar offers; the bar then says so. */
export function useUndo() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ acts }: UndoOffer) => Promise.all(acts.map(undoAct)),
    onMutate: withdrawUndo,
    onSuccess: (restored) => {
      for (const checkout of restored) patchCheckoutInCache(queryClient, checkout)
      const [first] = restored
      const many = restored.length > 1
      showInBar(many || !first ? deskTexts.undone : deskTexts.movedOne(first.number, deskTexts.restored))
    },
    onError: (error) => showRefusal(queryClient, error, deskTexts.failedToUndo),
  })
}
