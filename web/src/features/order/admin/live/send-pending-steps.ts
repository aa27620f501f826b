import type { QueryClient } from '@tanstack/react-query'
import { ApiError, isTemporary } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { currentOrderOf } from '../../current-order'
import { deskTexts } from '../desk-texts'
import { moveStage, type Order, patchOrderInCache } from '../orders-api'
import { tickLines } from '../sheet/sheet-api'
import { showInBar } from '../undo-offer'
import { isTicks, type PendingStep, readPendingSteps, removeStep } from './pending-steps'

/** Sends the steps, the oldest first, until one must wait. The undo bar names the refused ones. */
export async function sendPendingSteps(queryClient: QueryClient): Promise<void> {
  const refused: string[] = []
  let sent = 0
  for (let step = readPendingSteps()[0]; step; step = readPendingSteps()[0]) {
    const refusal = await sendStep(queryClient, step)
    if (refusal === 'later') break
    if (refusal) refused.push(refusal)
    else sent++
  }
  if (sent + refused.length > 0) showInBar([deskTexts.stepsSent(sent), ...refused].join(' · '))
}

function call({ number, ...step }: PendingStep): Promise<Order> {
  return 'rows' in step ? tickLines(step) : moveStage(step)
}

/** Sends one step. Returns the refusal's message, 'later' if the step must wait, undefined on success. */
async function sendStep(queryClient: QueryClient, step: PendingStep): Promise<string | undefined> {
  const { number } = step
  try {
    const changed = await call(step)
    removeStep(step)
    patchOrderInCache(queryClient, changed)
    return undefined
  } catch (error) {
    // A 401 does not drop a step: a later login sends it.
    if (!(error instanceof ApiError) || error.status === 401 || isTemporary(error.status)) return 'later'
    const current = currentOrderOf(error)
    if (current) patchOrderInCache(queryClient, current)
    // The first attempt took effect and its response was lost, or another device sent the same step.
    const isDone = !isTicks(step) && current?.stage === step.to
    removeStep(step, !isDone)
    return isDone ? undefined : deskTexts.refusedOrder(number, errorMessage(error, deskTexts.failedToMove))
  }
}
