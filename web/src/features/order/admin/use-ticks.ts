import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { patchCheckoutInCache } from './checkouts-api'
import { tickRows } from './sheet/sheet-api'
import { sheetTexts } from './sheet/sheet-texts'
import { showInBar } from './undo-offer'

export type Tick = { _id: string; picked: boolean }

/**
 * Ticks of lines. The server keeps them; until it has, a line shows what was pressed last, and what the server had
 * once it refuses.
 */
export function useTicks() {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { mutate } = useMutation({
    mutationFn: tickRows,
    onSuccess: (changed) => patchCheckoutInCache(queryClient, changed),
    onError: (error) => showInBar(errorMessage(error, sheetTexts.failedToTick)),
    onSettled: (_changed, _error, { rows }) =>
      setPending((map) => {
        const settled = rows.filter(({ _id, picked }) => map.get(_id) === picked).map(({ _id }) => _id)
        return new Map([...map].filter(([id]) => !settled.includes(id)))
      }),
  })
  return {
    isPicked: ({ _id, picked }: Tick) => pending.get(_id) ?? picked,
    tick: (checkoutId: string, rows: Tick[]) => {
      setPending((map) => new Map([...map, ...rows.map(({ _id, picked }) => [_id, picked] as const)]))
      mutate({ _id: checkoutId, rows: rows.map(({ _id, picked }) => ({ _id, picked })) })
    },
  }
}
