import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { userQuery } from '@/features/account/api'
import { applyServerErrors } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { useTitle } from '@/lib/title'
import { invalidateCatalog } from '../invalidate-catalog'
import { createProduct } from './api'
import { clearDraft, readDraft, saveDraft } from './product-draft'
import { toastProductError } from './product-errors'
import { ProductFields } from './product-fields'
import {
  createProductSchema,
  EMPTY_PRODUCT,
  PRODUCT_FIELDS,
  type ProductValues,
  toProductInput,
} from './product-form'
import { texts } from './texts'

const ConfirmDialog = lazy(() => import('@/ui/confirm-dialog'))

/** The form that makes a product. */
export function UploadProductPage() {
  useTitle(texts.uploadProduct)
  const { data: user } = useQuery(userQuery(true))
  // A new form for each product: nothing of the one before is left in it.
  const [nth, setNth] = useState(1)
  const again = () => {
    clearDraft()
    setNth(nth + 1)
    document.getElementById('content')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }
  return (
    <>
      <div className="page-h">
        <h1>{texts.uploadProduct}</h1>
      </div>
      {user && <Form key={nth} by={user._id} onDone={again} />}
    </>
  )
}

function Form({ by, onDone }: { by: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [draft] = useState(() => readDraft(by))
  const [asking, setAsking] = useState<boolean>()
  const unsent = useRef<string>(undefined)
  const form = useForm<ProductValues>({
    resolver: zodResolver(createProductSchema),
    defaultValues: draft ?? EMPTY_PRODUCT,
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(by, values) }),
    [form, by],
  )
  const creating = useMutation({
    mutationFn: (values: ProductValues) => createProduct(toProductInput(values)),
    onSuccess: async () => {
      notify.success(texts.created)
      onDone()
      await invalidateCatalog(queryClient)
    },
    onError: (reason) => {
      toastProductError(reason, texts.createFailed)
      applyServerErrors(reason, PRODUCT_FIELDS, form.setError)
    },
  })
  const submit = form.handleSubmit(
    (values) => creating.mutateAsync(values).catch(() => undefined),
    (errors) => {
      // Of the pictures that are not there, some may only be on their way.
      if (errors.image && unsent.current) form.setError('image', { message: unsent.current })
      if (errors.image?.message) notify.error(unsent.current ?? errors.image.message)
    },
  )
  return (
    <>
      {draft && (
        <p className="note note--info upload__back" role="status">
          <RotateCcw className="ic" />
          <span>{texts.draftBack}</span>
        </p>
      )}
      <form className="form form--two" noValidate onSubmit={submit}>
        <ProductFields form={form} unsent={unsent} discountLabel={texts.labels.discount} discountRequired />
        <div className="sticky-f">
          <button type="button" className="btn btn--line" onClick={() => setAsking(true)}>
            {texts.clear}
          </button>
          <button type="submit" className="btn btn--main" disabled={creating.isPending}>
            {creating.isPending ? texts.creating : texts.create}
          </button>
        </div>
      </form>
      {asking !== undefined && (
        <Suspense>
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
        </Suspense>
      )}
    </>
  )
}
