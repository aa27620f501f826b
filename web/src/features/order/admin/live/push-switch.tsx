import { useQuery, useQueryClient } from '@tanstack/react-query'
import { USER_SCOPE } from '@/features/account/api'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useClientValue } from '@/lib/use-client-value'
import { useMutation } from '@/lib/use-mutation'
import { pendingField } from '@/ui/pending-field'
import { Switch } from '@/ui/switch'
import { deskTexts } from '../desk-texts'
import { canSubscribe, isSubscribed, subscribe, unsubscribe } from './push-subscription'

const pushKey = [USER_SCOPE, 'push']

/** Switches this device's push messages about new orders. */
export function PushSwitch() {
  const queryClient = useQueryClient()
  const possible = useClientValue(() => (canSubscribe() ? 'yes' : null), null) !== null
  const { data: subscribed = false } = useQuery({
    queryKey: pushKey,
    queryFn: isSubscribed,
    enabled: possible,
  })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) await unsubscribe()
      else if (!(await subscribe())) notify.error(deskTexts.pushDenied)
    },
    onError: (reason) => toastError(reason, { fallback: deskTexts.pushFailed }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushKey }),
  })
  return (
    <Switch
      label={deskTexts.push}
      description={possible ? deskTexts.pushHint : deskTexts.pushUnavailable}
      checked={isPending ? variables : subscribed}
      disabled={!possible}
      onChange={({ target }) => mutate(target.checked)}
      {...pendingField(isPending)}
    />
  )
}
