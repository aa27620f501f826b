import { HandHeart } from 'lucide-react'
import { client, unwrapEnvelope } from '@/lib/api'
import { toastError } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { searchRestTexts as texts } from './search-rest-texts'

/** The maximum length of a request, as on the server. */
const MAX_CHARACTERS = 80

/** Asks the shop to stock what a search did not find; the owner sees how many shoppers have asked. */
export function AskShop({ q }: { q: string }) {
  const text = q.slice(0, MAX_CHARACTERS)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => unwrapEnvelope(client.POST('/api/product-requests/create', { body: { text } })),
    onError: (reason) => toastError(reason, { fallback: texts.askFailed }),
  })
  return isSuccess ? (
    <p role="status">{texts.asked(text)}</p>
  ) : (
    <Button variant="outline" icon={HandHeart} pending={isPending} onClick={() => mutate()}>
      {texts.askShop}
    </Button>
  )
}
