import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useClientValue } from '@/lib/use-client-value'
import { Switch } from '@/ui/switch'
import { deskTexts } from '../desk-texts'
import { canWake, isWoken, startWaking, stopWaking } from './wake'

const wakeKey = [USER_SCOPE, 'wake']

/** Whether this device is woken by new orders while no page of the shop is open. */
export function WakeSwitch() {
  const queryClient = useQueryClient()
  const possible = useClientValue(() => (canWake() ? 'yes' : null), null) !== null
  const { data: awake = false } = useQuery({
    queryKey: wakeKey,
    queryFn: isWoken,
    enabled: possible,
  })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) await stopWaking()
      else if (!(await startWaking())) notify.error(deskTexts.wakeDenied)
    },
    onError: (reason) => toastError(reason, { fallback: deskTexts.wakeFailed }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: wakeKey }),
  })
  return (
    <Switch
      label={deskTexts.wake}
      description={possible ? deskTexts.wakeHint : deskTexts.wakeUnavailable}
      checked={isPending ? variables : awake}
      disabled={!possible || isPending}
      onChange={({ target }) => mutate(target.checked)}
    />
  )
}
