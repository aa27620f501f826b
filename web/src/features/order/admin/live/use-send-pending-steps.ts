import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnection } from '@/lib/event-stream'
import { onlyHere } from '@/lib/tab-lock'
import { usePendingSteps } from './pending-steps'
import { sendPendingSteps } from './send-pending-steps'

const RETRY_MS = 5_000
const LOCK = 'kirana-pending-steps'

/** Sends pending steps in their order once the server is reachable. */
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
