import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { invalidateCart } from '@/features/cart/api'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button, type ButtonStyle } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { type ReorderResult, reorder } from './reorder-api'
import { reorderTexts } from './reorder-texts'

const ReorderDialog = lazyDialog(() => import('./reorder-dialog'))

type Props = ButtonStyle & {
  orderId: string
  label?: string
  className?: string
  /** Called when the user leaves the page for the checkout. */
  onNavigate?: () => void
}

/**
 * Adds the products of an order to the cart and opens the checkout. If some are unavailable or cost more now, a dialog
 * names them first.
 */
export function ReorderButton({ orderId, label = reorderTexts.orderAgain, onNavigate, ...style }: Props) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<{ result: ReorderResult; open: boolean }>()
  const close = () => setDialog((shown) => shown && { ...shown, open: false })
  const mutation = useMutation({
    mutationFn: reorder,
    onSuccess: async (result) => {
      if (!result.added) return setDialog({ result, open: true })
      close()
      await invalidateCart(queryClient)
      notify.success(reorderTexts.added)
      onNavigate?.()
      await navigate({ to: '/CheckOutPage' })
    },
    onError: (reason) => toastError(reason, { fallback: reorderTexts.failed }),
  })
  const press = (confirmed: boolean) => mutation.mutate({ orderId, confirmed })
  return (
    <>
      <Button {...style} icon={RotateCcw} pending={mutation.isPending} onClick={() => press(false)}>
        {label}
      </Button>
      {dialog && (
        <ReorderDialog
          open={dialog.open}
          result={dialog.result}
          pending={mutation.isPending}
          onConfirm={() => press(true)}
          onClose={close}
        />
      )}
    </>
  )
}
