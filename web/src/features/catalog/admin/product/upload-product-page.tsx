import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { userQuery } from '@/features/account/api'
import { keyOf } from '@/lib/idempotency-key'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { PageHeader } from '@/ui/page-header'
import { invalidateCatalog } from '../invalidate-catalog'
import { createProduct } from './api'
import { clearDraft, readDraft, saveDraft } from './product-draft'
import { toastProductError } from './product-errors'
import { ProductFields } from './product-fields'
import { createProductSchema, EMPTY_PRODUCT, type ProductValues, toNewProduct } from './product-form'
import styles from './product-form.module.css'
import { texts } from './texts'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

/** The form that creates a product. */
export function UploadProductPage() {
  useTitle(texts.uploadProduct)
  const { data: user } = useQuery(userQuery(true))
  const userId = user?._id
  // Set after the first render, once session storage has been read.
  const [stored, setStored] = useState<{ draft: ProductValues | undefined }>()
  useEffect(() => {
    if (userId) setStored({ draft: readDraft(userId) })
  }, [userId])
  // A new key for each product resets the form.
  const [formKey, setFormKey] = useState(1)
  const [shelf, setShelf] = useState<Shelf>()
  const startNew = (kept?: Shelf) => {
    clearDraft()
    setStored({ draft: undefined })
    setShelf(kept)
    setFormKey(formKey + 1)
    document.getElementById('content')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }
  return (
    <>
      <PageHeader title={texts.uploadProduct} />
      {userId && stored && (
        <Form key={formKey} userId={userId} draft={stored.draft} shelf={shelf} onDone={startNew} />
      )}
    </>
  )
}

/** A product's category and sub-category. The next product most often has the same. */
type Shelf = Pick<ProductValues, 'category' | 'subCategory'>

type FormProps = {
  userId: string
  /** The values of a draft left earlier. */
  draft: ProductValues | undefined
  /** Category and sub-category of the previous product. */
  shelf: Shelf | undefined
  onDone: (shelf?: Shelf) => void
}

function Form({ userId, draft, shelf, onDone }: FormProps) {
  const queryClient = useQueryClient()
  const [confirmingClear, setConfirmingClear] = useState<boolean>()
  const pendingImages = useRef<string>(undefined)
  const attempt = useRef<ReturnType<typeof keyOf>>(undefined)
  const form = useServerForm<ProductValues, unknown>({
    schema: createProductSchema,
    defaultValues: draft ?? { ...EMPTY_PRODUCT, ...shelf },
    submit: (values) => {
      const product = toNewProduct(values)
      // A retry after a missing response keeps its key, so that one product is created.
      attempt.current = keyOf(attempt.current, JSON.stringify(product))
      return createProduct({ ...product, key: attempt.current.key })
    },
    onSuccess: async (_, { category, subCategory }) => {
      notify.success(texts.created)
      onDone({ category, subCategory })
      await invalidateCatalog(queryClient)
    },
    messages: { fallback: texts.createFailed },
    showToast: (error) => toastProductError(error, texts.createFailed),
    onInvalid: ({ image }) => {
      if (!image?.message) return
      // Missing pictures may still be uploading.
      if (pendingImages.current) form.setError('image', { message: pendingImages.current })
      notify.error(pendingImages.current ?? image.message)
    },
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(userId, values, shelf),
      }),
    [subscribe, userId, shelf],
  )
  return (
    <>
      {draft && (
        <Alert className={styles.draftNotice} tone="info" icon={RotateCcw} role="status">
          {texts.draftBack}
        </Alert>
      )}
      {shelf && !draft && (
        <p className={styles.shelfKept} role="status">
          {texts.shelfKept}
        </p>
      )}
      <form className={styles.columns} noValidate onSubmit={form.onSubmit}>
        <ProductFields
          form={form}
          pendingImages={pendingImages}
          discountLabel={texts.labels.discount}
          discountRequired
        />
        <div className={styles.stickyActions}>
          <Button variant="outline" onClick={() => setConfirmingClear(true)}>
            {texts.clear}
          </Button>
          <Button type="submit" pending={form.isPending}>
            {form.isPending ? texts.creating : texts.create}
          </Button>
        </div>
      </form>
      {confirmingClear !== undefined && (
        <ConfirmDialog
          open={confirmingClear}
          title={texts.clearTitle}
          question={texts.clearQuestion}
          answers={texts.clearAnswers}
          onCancel={() => setConfirmingClear(false)}
          onConfirm={() => {
            setConfirmingClear(false)
            onDone()
          }}
        />
      )}
    </>
  )
}
