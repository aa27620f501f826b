import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { userQuery } from '@/features/account/api'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { useServerForm } from '@/lib/use-server-form'
import { lazyDialog } from '@/ui/lazy-dialog'
import { invalidateCatalog } from '../invalidate-catalog'
import { createProduct } from './api'
import { clearDraft, readDraft, saveDraft } from './product-draft'
import { toastProductError } from './product-errors'
import { ProductFields } from './product-fields'
import { createProductSchema, EMPTY_PRODUCT, type ProductValues, toProductInput } from './product-form'
import { texts } from './texts'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

/** The form that creates a product. */
export function UploadProductPage() {
  useTitle(texts.uploadProduct)
  const { data: user } = useQuery(userQuery(true))
  const userId = user?._id
  // Set once session storage has been read, which happens after the first render.
  const [stored, setStored] = useState<{ draft: ProductValues | undefined }>()
  useEffect(() => {
    if (userId) setStored({ draft: readDraft(userId) })
  }, [userId])
  // A new key for each product, so that nothing of the previous one is left in the form.
  const [formKey, setFormKey] = useState(1)
  const startNew = () => {
    clearDraft()
    setStored({ draft: undefined })
    setFormKey(formKey + 1)
    document.getElementById('content')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }
  return (
    <>
      <div className="page-h">
        <h1>{texts.uploadProduct}</h1>
      </div>
      {userId && stored && <Form key={formKey} userId={userId} draft={stored.draft} onDone={startNew} />}
    </>
  )
}

type FormProps = {
  userId: string
  /** What was filled in before the page was left. */
  draft: ProductValues | undefined
  onDone: () => void
}

function Form({ userId, draft, onDone }: FormProps) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<boolean>()
  const unsent = useRef<string>(undefined)
  const form = useServerForm<ProductValues, unknown>({
    schema: createProductSchema,
    defaultValues: draft ?? EMPTY_PRODUCT,
    submit: (values) => createProduct(toProductInput(values)),
    onSuccess: async () => {
      notify.success(texts.created)
      onDone()
      await invalidateCatalog(queryClient)
    },
    messages: { fallback: texts.createFailed },
    showToast: (error) => toastProductError(error, texts.createFailed),
    onInvalid: ({ image }) => {
      if (!image?.message) return
      // Pictures that are missing may still be uploading.
      if (unsent.current) form.setError('image', { message: unsent.current })
      notify.error(unsent.current ?? image.message)
    },
  })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(userId, values) }),
    [subscribe, userId],
  )
  return (
    <>
      {draft && (
        <p className="note note--info upload__back" role="status">
          <RotateCcw className="ic" />
          <span>{texts.draftBack}</span>
        </p>
      )}
      <form className="form form--two" noValidate onSubmit={form.onSubmit}>
        <ProductFields form={form} unsent={unsent} discountLabel={texts.labels.discount} discountRequired />
        <div className="sticky-f">
          <button type="button" className="btn btn--line" onClick={() => setAsking(true)}>
            {texts.clear}
          </button>
          <button type="submit" className="btn btn--main" disabled={form.isPending}>
            {form.isPending ? texts.creating : texts.create}
          </button>
        </div>
      </form>
      {asking !== undefined && (
        <ConfirmDialog
          open={asking}
          title={texts.clearTitle}
          question={texts.clearQuestion}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onDone()
          }}
        />
      )}
    </>
  )
}
