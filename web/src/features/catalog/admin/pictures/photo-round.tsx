import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@/lib/errors'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Icon } from '@/ui/icon'
import { pendingField } from '@/ui/pending-field'
import { nameWithUnit } from '../name-with-unit'
import { adminProductsQuery } from '../product/api'
import styles from './bulk-pictures.module.css'
import { sendPhotograph } from './pictures-api'
import { texts } from './pictures-texts'

/** Takes a photograph of each product without a picture, one after the other. Each is saved immediately. */
export function PhotoRound({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [page, setPage] = useState(1)
  const { data } = useQuery(adminProductsQuery({ without: 'picture', sort: 'name', page }))
  const left = data?.products.filter(({ _id }) => !done.has(_id)) ?? []
  const product = left[0]
  const pass = (id: string) => {
    setDone((before) => new Set(before).add(id))
    // Products that got a picture have left the list, so its pages have shifted: fetch the next page, or the first again.
    if (left.length <= 1) {
      setPage((before) => (data && before < data.totalNoPage ? before + 1 : 1))
    }
  }
  const {
    mutate,
    data: added,
    error,
    isPending,
  } = useMutation({
    mutationFn: ({ file, id }: { file: File; id: string }) =>
      sendPhotograph(file, id, new AbortController().signal),
    meta: { errorShownBy: 'component' },
    onSuccess: (_, { id }) => pass(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  })
  return (
    <Dialog open onClose={onClose} title={texts.photoTitle}>
      <div className={styles.photo}>
        {added && (
          <Alert tone={added.other ? 'warning' : 'success'} role="status">
            {texts.photoSaved(added.product.name)} {added.other && texts.photoSame(added.other)}
          </Alert>
        )}
        {error && (
          <Alert tone="danger" role="alert">
            {errorMessage(error, texts.sendFailed)}
          </Alert>
        )}
        {product ? (
          <>
            <p>{texts.photoLeft(data?.totalCount ?? 0)}</p>
            <h3>{nameWithUnit(product)}</h3>
            <label className={styles.drop}>
              <input
                type="file"
                accept="image/*"
                capture="environment"
                onChange={({ target }) => {
                  const file = target.files?.[0]
                  if (file) mutate({ file, id: product._id })
                  target.value = ''
                }}
                {...pendingField(isPending)}
              />
              <Icon icon={Camera} />
              <b>{isPending ? texts.saving : texts.takePhoto}</b>
            </label>
          </>
        ) : (
          data && <p>{texts.allHavePictures}</p>
        )}
      </div>
      <DialogFooter>
        {product && (
          <Button variant="outline" pending={isPending} onClick={() => pass(product._id)}>
            {texts.next}
          </Button>
        )}
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogFooter>
    </Dialog>
  )
}
