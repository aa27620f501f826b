import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '@/lib/api'
import { errorMessage } from '@/lib/errors'
import { useConnection } from '@/lib/event-stream'
import { onlyHere } from '@/lib/tab-lock'
import { currentOrderOf } from '../../current-order'
import { deskTexts } from '../desk-texts'
import { moveStage, type Order, patchOrderInCache } from '../orders-api'
import { tickLines } from '../sheet/sheet-api'
import { showInBar } from '../undo-offer'
import { isTicks, type PendingStep, readPendingSteps, removeStep, usePendingSteps } from './pending-steps'

const RETRY_MS = 5_000
const LOCK = 'kirana-pending-steps'

/** Sends pending steps in their order once the server is reachable. The undo bar names the refused ones. */
export function useSendPendingSteps(): void {
  const queryClient = useQueryClient()
  const { state } = useConnection()
  const waiting = usePendingSteps().length > 0
  const connected = state === 'open' || state === 'polling'
  useEffect(() => {
    if (!connected || !waiting) return undefined
    const send = () => void onlyHere(LOCK, () => sendPendingSteps(queryClient))
    send()
    const timer = setInterval(send, RETRY_MS)
    return () => clearInterval(timer)
  }, [connected, waiting, queryClient])
}

async function sendPendingSteps(queryClient: QueryClient): Promise<void> {
  const refused: string[] = []
  let done = 0
  for (let step = readPendingSteps()[0]; step; step = readPendingSteps()[0]) {
    const refusal = await sendStep(queryClient, step)
    if (refusal === 'later') break
    if (refusal) refused.push(refusal)
    else done++
  }
  if (done + refused.length > 0) showInBar([deskTexts.stepsSent(done), ...refused].join(' · '))
}

function call({ number, ...step }: PendingStep): Promise<Order> {
  return 'rows' in step ? tickLines(step) : moveStage(step)
}

/** Sends one step. Returns the refusal's message, 'later' without a response, undefined on success. */
async function sendStep(queryClient: QueryClient, step: PendingStep): Promise<string | undefined> {
  const { number } = step
  try {
    const changed = await call(step)
    removeStep(step)
    patchOrderInCache(queryClient, changed)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return 'later'
    const current = currentOrderOf(error)
    if (current) patchOrderInCache(queryClient, current)
    // The first attempt took effect and its response was lost, or another device sent the same step.
    const isDone = !isTicks(step) && current?.stage === step.to
    removeStep(step, !isDone)
    return isDone ? undefined : deskTexts.refusedOne(number, errorMessage(error, deskTexts.failedToMove))
  }
}
