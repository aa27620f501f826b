import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { texts as sharedTexts } from '@/lib/texts'
import { useTitle } from '@/lib/title'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { IconButton } from '@/ui/icon-button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { panelClass } from '@/ui/panel'
import { AddressText } from '../address-text'
import { type Address, addressesQuery, disableAddress } from '../api'
import { texts } from '../texts'
import styles from './address-page.module.css'

const AddressDialog = lazyDialog(() => import('../address-dialog'))
const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

type Editing = { open: boolean; address: Address | undefined }

/** The shopper's addresses, with dialogs to add, edit and delete them. */
export function AddressPage() {
  useTitle(texts.title)
  const { data: addresses, error, refetch } = useQuery(addressesQuery(true))
  const [editing, setEditing] = useState<Editing>()
  const edit = (address?: Address) => setEditing({ open: true, address })
  return (
    <>
      <PageHeader title={texts.title}>
        <Button size="small" icon={Plus} onClick={() => edit()}>
          {texts.add}
        </Button>
      </PageHeader>
      {addresses ? (
        <AddressList addresses={addresses} onEdit={edit} />
      ) : error ? (
        <LoadingFailed reason={error} retry={refetch} />
      ) : (
        <LinesSkeleton count={2} />
      )}
      {editing && <AddressDialog {...editing} onClose={() => setEditing({ ...editing, open: false })} />}
    </>
  )
}

type ListProps = { addresses: Address[]; onEdit: (address: Address) => void }

function AddressList({ addresses, onEdit }: ListProps) {
  const [pendingDelete, setPendingDelete] = useState<{ open: boolean; _id: string }>()
  const queryClient = useQueryClient()
  const disabling = useMutation({
    mutationFn: disableAddress,
    onSuccess: async () => {
      notify.success(texts.disabled)
      await queryClient.invalidateQueries({ queryKey: addressesQuery(true).queryKey })
    },
    onError: (reason) => toastError(reason, { fallback: texts.failedToDisable }),
    onSettled: () => setPendingDelete((before) => before && { ...before, open: false }),
  })
  if (addresses.length === 0)
    return <EmptyState icon={MapPin} tone="coriander" title={texts.none} description={texts.noneHint} />
  return (
    <>
      <ul className={styles.addresses}>
        {addresses.map((address) => (
          <li key={address._id} className={panelClass()}>
            <AddressText address={address} />
            <span className={styles.actions}>
              <IconButton
                label={texts.editThis(address.address_line)}
                icon={Pencil}
                onClick={() => onEdit(address)}
              />
              <IconButton
                label={texts.deleteThis(address.address_line)}
                icon={Trash2}
                variant="danger"
                onClick={() => setPendingDelete({ open: true, _id: address._id })}
              />
            </span>
          </li>
        ))}
      </ul>
      {pendingDelete && (
        <ConfirmDialog
          open={pendingDelete.open}
          title={texts.deleteTitle}
          question={texts.deleteQuestion}
          answers={sharedTexts.specifiedAnswers}
          busy={disabling.isPending}
          onCancel={() => setPendingDelete({ ...pendingDelete, open: false })}
          onConfirm={() => disabling.mutate(pendingDelete._id)}
        />
      )}
    </>
  )
}
