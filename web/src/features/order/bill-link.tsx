import { useQueryClient } from '@tanstack/react-query'
import { Link2, Link2Off, Share2 } from 'lucide-react'
import { useState } from 'react'
import { USER_SCOPE } from '@/features/account/api'
import { copyText } from '@/lib/copy-text'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import type { components } from '@/schema'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { replaceLink } from './bill-api'
import { billOrderTexts as texts } from './bill-order-texts'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

/** Shares the link of a bill, and replaces the link: immediately if it has expired, otherwise after a confirmation. */
export function BillLink({ bill: { number, url } }: { bill: components['schemas']['BillReference'] }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<boolean>()
  const replace = useMutation({
    mutationFn: replaceLink,
    meta: { failure: { fallback: url ? texts.failedToEndLink : texts.failedToMakeLink } },
    onSuccess: () => notify.success(url ? texts.linkEnded : texts.linkMade),
    onSettled: () => {
      setAsking(false)
      void queryClient.invalidateQueries({ queryKey: [USER_SCOPE] })
    },
  })
  return (
    <>
      {url && (
        <Button
          variant="outline"
          size="small"
          icon={canShare() ? Share2 : Link2}
          aria-label={texts.shareThis(number)}
          onClick={() => void share(number, url)}
        >
          {texts.share}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        icon={url ? Link2Off : Link2}
        aria-label={url ? texts.endLinkOf(number) : undefined}
        pending={replace.isPending}
        onClick={() => (url ? setAsking(true) : replace.mutate(number))}
      >
        {url ? texts.endLink : texts.newLink}
      </Button>
      {asking !== undefined && (
        <ConfirmDialog
          open={asking}
          title={texts.endLinkTitle}
          question={texts.endLinkQuestion}
          answers={texts.endLinkAnswers}
          busy={replace.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => replace.mutate(number)}
        />
      )}
    </>
  )
}

/** Reports whether the device has a share sheet; most desktop browsers have none. */
function canShare(): boolean {
  return typeof navigator !== 'undefined' && typeof navigator.share === 'function'
}

async function share(number: string, url: string): Promise<void> {
  if (canShare()) {
    // Rejects when the user closes the share sheet.
    await navigator.share({ title: `${texts.bill} ${number}`, url }).catch(() => undefined)
    return
  }
  await copyText(url, { copied: texts.linkCopied, notCopied: texts.linkNotCopied })
}
