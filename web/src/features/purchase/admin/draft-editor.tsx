import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Product } from '@/features/catalog/api'
import { productByCode } from '@/features/catalog/product-code'
import { unitGrams } from '@/features/catalog/unit-grams'
import { ProductChoice } from '@/features/order/product-choice'
import { ApiError } from '@/lib/api'
import { formatTime } from '@/lib/dates'
import { errorMessage } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/idempotency-key'
import { payable } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Button } from '@/ui/button'
import ConfirmDialog from '@/ui/confirm-dialog'
import { Field } from '@/ui/field'
import { FieldError } from '@/ui/field-error'
import { Icon } from '@/ui/icon'
import { PageHeader } from '@/ui/page-header'
import { Panel } from '@/ui/panel'
import { SelectField } from '@/ui/select-field'
import { stack } from '@/ui/stack'
import { textStyles } from '@/ui/text-styles'
import { bookPurchase, deleteDraft, type Purchase, purchaseQuery, purchasesKey, suppliersQuery } from '../api'
import { type Draft, type DraftLine, draftOf, formatMoney } from '../draft'
import { purchaseTexts as texts } from '../texts'
import styles from './draft.module.css'
import { DraftLines } from './draft-lines'
import { DraftSums } from './draft-sums'
import { ImportButton } from './import-panel'
import { NewProductDialog } from './new-product-dialog'
import { useAutosave } from './use-autosave'

/** The editor of a supplier's bill: saved automatically, compared with the paper bill's total, and booked by a button. */
export function DraftEditor({
  purchase: loaded,
  onImported,
}: {
  purchase: Purchase
  onImported: () => void
}) {
  const id = loaded._id
  const [draft, setDraft] = useState(() => draftOf(loaded))
  const [purchase, setPurchase] = useState(loaded)
  const [active, setActive] = useState<string>()
  const [unknown, setUnknown] = useState<string>()
  const adding = useRef<HTMLDivElement>(null)
  const change = (values: Partial<Draft>) => setDraft((before) => ({ ...before, ...values }))
  const saving = useAutosave(id, draft, setPurchase)
  const booking = useBooking(id, saving.flush)
  const failed = booking.error ?? saving.error
  const fields = failed instanceof ApiError ? failed.fields : []
  const errorOf = (name: string) => fields.find(({ field }) => field === name)?.message
  const addLine = (product: Product) => {
    const known = draft.lines.find(({ productId }) => productId === product._id)
    const line = known ?? newLine(product)
    if (!known) change({ lines: [...draft.lines, line] })
    setActive(line.key)
  }
  const next = () => {
    setActive(undefined)
    adding.current?.querySelector('input')?.focus()
  }
  const shown = new Set(['supplier', 'bill', 'date', 'dueAt', 'paperTotal', 'roundOff', 'discount'])
  const hasOtherError = failed && !fields.some(({ field }) => shown.has(field) || field.startsWith('lines['))
  return (
    <>
      <PageHeader title={texts.purchase}>
        <span className={styles.badge}>
          <Icon icon={Pencil} size="small" />
          {texts.states.DRAFT}
        </span>
        <span className={textStyles.hint} role="status">
          {saving.saved ? saving.savedAt && texts.saved(formatTime(saving.savedAt)) : texts.saving}
        </span>
        <span className={styles.actions}>
          <ImportButton supplier={draft.supplier} purchase={id} onDone={onImported} />
          <DeleteDraft id={id} />
        </span>
      </PageHeader>
      <Panel padded className={styles.head}>
        <SupplierChoice
          value={draft.supplier}
          error={errorOf('supplier')}
          onChange={(supplier) => change({ supplier })}
        />
        <Field
          label={texts.bill}
          autoComplete="off"
          value={draft.bill}
          error={errorOf('bill')}
          onChange={({ target }) => change({ bill: target.value })}
        />
        <Field
          label={texts.day}
          type="date"
          value={draft.date}
          error={errorOf('date')}
          onChange={({ target }) => change({ date: target.value })}
        />
        <Field
          label={texts.dueDay}
          type="date"
          value={draft.dueAt || (purchase.dueAt ?? '')}
          error={errorOf('dueAt')}
          onChange={({ target }) => change({ dueAt: target.value })}
        />
        <Field
          label={texts.paper}
          prefix="₹"
          inputMode="decimal"
          autoComplete="off"
          value={draft.paperTotal}
          error={errorOf('paperTotal')}
          onChange={({ target }) => change({ paperTotal: target.value })}
        />
        <div ref={adding} className={styles.adding}>
          <ProductChoice
            key={draft.lines.length}
            hint={texts.addLine}
            findByCode={productByCode}
            includeUnavailable
            onChoose={addLine}
            onUnknown={setUnknown}
          />
        </div>
      </Panel>
      <DraftLines
        draft={draft}
        purchase={purchase}
        active={active}
        errorOf={errorOf}
        onActive={setActive}
        onNext={next}
        onChange={(lines) => change({ lines })}
      />
      <div className={styles.foot}>
        <div>
          <fieldset className={styles.costs}>
            <legend>{texts.costsAre}</legend>
            {[false, true].map((withTax) => (
              <Button
                key={String(withTax)}
                variant={draft.withTax === withTax ? 'primary' : 'outline'}
                aria-pressed={draft.withTax === withTax}
                onClick={() => change({ withTax })}
              >
                {withTax ? texts.with : texts.without}
              </Button>
            ))}
          </fieldset>
          <Field
            label={texts.discount}
            prefix="₹"
            inputMode="decimal"
            autoComplete="off"
            className={styles.discount}
            value={draft.discount}
            error={errorOf('discount')}
            onChange={({ target }) => change({ discount: target.value })}
          />
          <Field
            label={texts.roundOff}
            description={texts.roundOffHint}
            prefix="₹"
            autoComplete="off"
            className={styles.discount}
            value={draft.roundOff}
            error={errorOf('roundOff')}
            onChange={({ target }) => change({ roundOff: target.value })}
          />
          <p className={styles.hint}>{texts.hint}</p>
        </div>
        <div className={stack.list}>
          <DraftSums purchase={purchase} />
          {purchase.paperTotal !== null && (
            <p className={styles.verdict} data-agrees={!purchase.difference}>
              <Icon icon={purchase.difference ? TriangleAlert : CircleCheck} />
              {purchase.difference || texts.agrees}
            </p>
          )}
          {hasOtherError && <FieldError>{errorMessage(failed, texts.notSaved)}</FieldError>}
          <Button wide pending={booking.isPending} onClick={() => booking.mutate(false)}>
            {texts.book(purchase.pieces, formatMoney(purchase.total))}
          </Button>
        </div>
      </div>
      {unknown !== undefined && (
        <NewProductDialog text={unknown} onClose={() => setUnknown(undefined)} onAdded={addLine} />
      )}
      {booking.doubt && (
        <ConfirmDialog
          open
          title={booking.doubt.code === 'future_day' ? texts.isFuture : texts.differs}
          question={`${booking.doubt.message} ${booking.doubt.code === 'future_day' ? texts.isFutureHint : texts.differsHint}`}
          answers={{ no: texts.lookAgain, yes: texts.bookAnyway }}
          busy={booking.isPending}
          onCancel={booking.reset}
          onConfirm={() => booking.mutate(true)}
        />
      )}
    </>
  )
}

/** Returns a line for a product, prefilled with the product's current values. */
function newLine(product: Product): DraftLine {
  const { _id, name, unit, image, picture, price, packSize } = product
  const rate = typeof product.taxRate === 'number' ? product.taxRate : null
  const sells = payable(product) / 100
  return {
    key: newIdempotencyKey(),
    productId: _id,
    product: {
      name,
      unit,
      image,
      picture,
      mrp: price,
      price: sells,
      rate,
      cost: product.cost ?? null,
      stock: product.stock,
      packSize,
      stepGrams: product.soldBy === 'WEIGHT' ? unitGrams(unit) : undefined,
    },
    inKilograms: product.soldBy === 'WEIGHT',
    pieces: '',
    free: '',
    cost: '',
    rate: rate === null ? '' : String(rate),
    mrp: String(price),
    price: String(sells),
    bestBefore: '',
  }
}

/**
 * Saves the draft and books it. Asks once for confirmation if the total differs from the paper bill's, or if the bill's
 * day is in the future.
 */
function useBooking(id: string, flush: () => Promise<unknown>) {
  const queryClient = useQueryClient()
  const booking = useMutation({
    mutationFn: async (acceptDifference: boolean) => {
      await flush()
      return bookPurchase({ id, acceptDifference })
    },
    meta: { errorShownBy: 'component' },
    onSuccess: (booked) => {
      notify.success(texts.booked)
      queryClient.setQueryData(purchaseQuery(id).queryKey, booked)
      void queryClient.invalidateQueries({
        queryKey: purchasesKey,
        predicate: ({ queryKey }) => !queryKey.includes(id),
      })
    },
  })
  const { error } = booking
  const isDoubt = error instanceof ApiError && (error.code === 'paper_differs' || error.code === 'future_day')
  return { ...booking, error: isDoubt ? null : error, doubt: isDoubt ? error : undefined }
}

type SupplierChoiceProps = { value: string; error?: string; onChange: (supplier: string) => void }

function SupplierChoice({ value, error, onChange }: SupplierChoiceProps) {
  const { data: suppliers = [] } = useQuery(suppliersQuery)
  const options = suppliers.map(({ _id, name, gstin }) => ({
    value: _id,
    label: [name, gstin].filter(Boolean).join(' · '),
  }))
  return (
    <SelectField
      label={texts.supplier}
      options={options}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function DeleteDraft({ id }: { id: string }) {
  const [asked, setAsked] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const deleting = useMutation({
    mutationFn: () => deleteDraft(id),
    meta: { failure: { fallback: texts.notDeleted } },
    onSuccess: async () => {
      notify.success(texts.deleted)
      await navigate({ to: '/dashboard/purchases' })
      queryClient.removeQueries(purchaseQuery(id))
      void queryClient.invalidateQueries({ queryKey: purchasesKey })
    },
  })
  return (
    <>
      <Button variant="quiet" icon={Trash2} onClick={() => setAsked(true)}>
        {texts.deleteDraft}
      </Button>
      <ConfirmDialog
        open={asked}
        title={texts.deleteDraft}
        question={texts.deleteDraftHint}
        answers={{ no: texts.keepDraft, yes: texts.deleteDraft }}
        busy={deleting.isPending}
        onCancel={() => setAsked(false)}
        onConfirm={() => deleting.mutate()}
      />
    </>
  )
}
