import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { hasNoResponse, mustWait } from './live/must-wait'
import { isTicks, type PendingTicks, saveSteps, type Tick, usePendingSteps } from './live/pending-steps'
import { patchOrderInCache } from './orders-api'
import { tickLines } from './sheet/sheet-api'
import { sheetTexts } from './sheet/sheet-texts'
import { showInBar } from './undo-offer'

/** The order of the ticked lines. */
type Ticked = { _id: string; number: number }

/**
 * Ticks order lines, with an optimistic update that is rolled back if the server refuses. Offline, ticks are stored on this
 * device among the pending steps.
 */
export function useTicks() {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map())
  const waiting = usePendingSteps().filter(isTicks)
  const { mutate } = useMutation({
    mutationFn: async ({ _id, number, rows }: PendingTicks) => {
      if (!mustWait()) return tickLines({ _id, rows })
      saveSteps([{ _id, number, rows }])
      return undefined
    },
    onSuccess: (changed) => changed && patchOrderInCache(queryClient, changed),
    onError: (error, ticks) => {
      if (hasNoResponse(error)) saveSteps([ticks])
      else showInBar(errorMessage(error, sheetTexts.failedToTick))
    },
    onSettled: (_changed, _error, { rows }) =>
      setPending((map) => {
        const settled = rows.filter(({ _id, picked }) => map.get(_id) === picked).map(({ _id }) => _id)
        return new Map([...map].filter(([id]) => !settled.includes(id)))
      }),
  })
  const waitingTick = (lineId: string) =>
    waiting.flatMap(({ rows }) => rows).findLast(({ _id }) => _id === lineId)?.picked
  return {
    isPicked: ({ _id, picked }: Tick) => pending.get(_id) ?? waitingTick(_id) ?? picked,
    tick: ({ _id: orderId, number }: Ticked, rows: Tick[]) => {
      setPending((map) => new Map([...map, ...rows.map(({ _id, picked }) => [_id, picked] as const)]))
      mutate({ _id: orderId, number, rows: rows.map(({ _id, picked }) => ({ _id, picked })) })
    },
  }
}
