import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Info, TriangleAlert } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { errorMessage, hasResponse, toastError } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { FormDialogActions } from '../form-dialog-actions'
import { invalidateCatalog } from '../invalidate-catalog'
import { type BulkAttempt, type BulkField, type BulkTarget, bulkPreviewQuery, changeInBulk } from './bulk-api'
import styles from './bulk-dialog.module.css'
import { bulkChangeOf, EMPTY_BULK } from './bulk-draft'
import { BulkFields } from './bulk-fields'
import { BulkPreviewTable } from './bulk-preview-table'
import { useBulkUndo } from './bulk-recent'
import { bulkTexts } from './bulk-texts'

type Props = {
  open: boolean
  onClose: () => void
  field: BulkField
  target: BulkTarget
  /** Called after the products were changed. */
  onDone: () => void
  /** Returns the element to focus on close if the button that opened the dialog is gone, else null. */
  finalFocus: () => HTMLElement | null
}

/** Changes one field of many products, after a preview of each result. */
export default function BulkDialog({ open, onClose, field, target, onDone, finalFocus }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={bulkTexts.titles[field]}
      form
      className={styles.dialog}
      finalFocus={finalFocus}
    >
      <Form field={field} target={target} onClose={onClose} onDone={onDone} />
    </Dialog>
  )
}

function Form({ field, target, onClose, onDone }: Omit<Props, 'open' | 'finalFocus'>) {
  const queryClient = useQueryClient()
  const undo = useBulkUndo()
  const [draft, setDraft] = useState(EMPTY_BULK)
  const [submitted, setSubmitted] = useState(false)
  const unconfirmedAttempt = useRef<BulkAttempt>(undefined)
  const change = useDeferredValue(bulkChangeOf(field, draft))
  const preview = useQuery({
    ...bulkPreviewQuery(target, change ?? { field: 'publish' }),
    enabled: change !== undefined,
  })
  const plan = change && preview.data
  const changing = useMutation({
    mutationFn: changeInBulk,
    onSuccess: (done) => {
      notify.success(bulkTexts.done(done.changed), {
        id: done._id,
        action: { label: bulkTexts.undo, onPress: () => undo.mutate(done._id) },
      })
      void invalidateCatalog(queryClient)
      onDone()
      onClose()
    },
    onError: (reason, attempt) => {
      toastError(reason, { fallback: bulkTexts.failed })
      // Without a response the change may have taken effect: a retry uses the same idempotency key.
      unconfirmedAttempt.current = hasResponse(reason) ? undefined : attempt
      if (!unconfirmedAttempt.current) void preview.refetch()
    },
  })
  const count = plan?.changed ?? 0
  const submit = () => {
    setSubmitted(true)
    if (!change || !plan || count === 0 || preview.isPlaceholderData) return
    const last = unconfirmedAttempt.current
    const isSame = last && JSON.stringify(last.change) === JSON.stringify(change)
    changing.mutate(isSame ? last : { target, change, digest: plan.digest, key: newIdempotencyKey() })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles.columns}>
        <div>
          <BulkFields
            field={field}
            draft={draft}
            invalid={submitted && !change}
            onChange={(part) => setDraft({ ...draft, ...part })}
          />
          {plan && plan.refused > 0 && (
            <Alert className={styles.alert} tone="warning" icon={TriangleAlert}>
              {bulkTexts.refused(plan.refused)}{' '}
              {field === 'price' && !draft.raiseMRP && (
                <Button size="small" variant="outline" onClick={() => setDraft({ ...draft, raiseMRP: true })}>
                  {bulkTexts.raiseMRP}
                </Button>
              )}
            </Alert>
          )}
          {field === 'price' && draft.raiseMRP && (
            <Alert className={styles.alert} tone="warning" icon={TriangleAlert}>
              {bulkTexts.mrpIsRaised}{' '}
              <Button size="small" variant="outline" onClick={() => setDraft({ ...draft, raiseMRP: false })}>
                {bulkTexts.keepMRP}
              </Button>
            </Alert>
          )}
          <p className={styles.note}>
            {plan && plan.unchanged > 0 && `${bulkTexts.unchanged(plan.unchanged)} `}
            {field === 'price' && `${bulkTexts.sellingNote} `}
            {field === 'stock' ? bulkTexts.stockNote : field === 'tax' ? bulkTexts.taxNote : bulkTexts.note}
          </p>
        </div>
        <div aria-busy={preview.isFetching}>
          {preview.error && change && (
            <Alert tone="danger" icon={Info} role="alert">
              {errorMessage(preview.error, bulkTexts.previewFailed)}
            </Alert>
          )}
          {plan && plan.lines.length > 0 && <BulkPreviewTable field={field} report={plan} />}
          <p className={styles.note} role="status">
            {plan && plan.lines.length === 0 && bulkTexts.none}
          </p>
        </div>
      </div>
      <FormDialogActions
        label={count > 0 ? bulkTexts.submit(count) : bulkTexts.submitNothing}
        saving={changing.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
