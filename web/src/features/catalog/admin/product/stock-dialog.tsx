import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client, readEnvelope } from '@/lib/api'
import { keyOf } from '@/lib/idempotency-key'
import { notify } from '@/lib/notify'
import { parseNumber } from '@/lib/plain-number'
import { useServerForm } from '@/lib/use-server-form'
import { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import type { Product } from '../../api'
import { patchProductsInCache } from './api'
import { kilogramsField, kilogramsToGrams, stockField } from './product-form'
import styles from './stock-dialog.module.css'
import { StockLedger } from './stock-ledger'
import { stockTexts } from './stock-texts'
import { type AdjustedProduct, adjustStock, type StockChange } from './use-stock-step'

const REASONS = ['received', 'damaged', 'counted'] as const
const PAGE_SIZE = 20

type Props = { open: boolean; onClose: () => void; product: Product }

/** Records received, damaged or counted goods, and shows the ledger of all stock movements. */
export default function StockDialog({ open, onClose, product }: Props) {
  const { name, unit, stock } = product
  return (
    <Dialog
      open={open}
      onClose={onClose}
      form
      title={[name, unit].filter(Boolean).join(', ')}
      description={
        product.stockGrams === undefined
          ? stockTexts.now(stock)
          : stockTexts.nowWeight(product.stockGrams / 1000)
      }
    >
      <StockForm product={product} />
      <Ledger productId={product._id} version={product.updatedAt} />
    </Dialog>
  )
}

const schemaOf = (count: typeof stockField) =>
  z.object({
    reason: z.enum(REASONS),
    count,
    note: z.string().check(z.trim(), z.maxLength(200, stockTexts.noteTooLong)),
  })
const schema = schemaOf(stockField)
const weightSchema = schemaOf(kilogramsField)

/** Returns the change of stock: in pieces, or in grams for products sold by weight. */
function changeOf(reason: (typeof REASONS)[number], count: string, isWeighed: boolean): StockChange {
  const amount = isWeighed ? (kilogramsToGrams(count) ?? 0) : parseNumber(count)
  if (reason === 'counted') return isWeighed ? { countGrams: amount } : { count: amount }
  const change = reason === 'received' ? amount : -amount
  return isWeighed ? { changeGrams: change } : { change }
}

function StockForm({ product }: { product: Product }) {
  const queryClient = useQueryClient()
  const attempt = useRef<ReturnType<typeof keyOf>>(undefined)
  const isWeighed = product.soldBy === 'WEIGHT'
  const form = useServerForm<z.infer<typeof schema>, AdjustedProduct>({
    schema: isWeighed ? weightSchema : schema,
    defaultValues: { reason: 'received', count: '', note: '' },
    submit: ({ reason, count, note }) => {
      const change = changeOf(reason, count, isWeighed)
      attempt.current = keyOf(attempt.current, JSON.stringify({ reason, ...change, note }))
      return adjustStock({ id: product._id, key: attempt.current.key, ...change, reason, note })
    },
    onSuccess: (saved, { reason }) => {
      attempt.current = undefined
      patchProductsInCache(queryClient, [saved])
      void queryClient.invalidateQueries({ queryKey: ['catalog', 'movements', product._id] })
      const { waiting, stock } = saved
      if (saved.stockGrams !== undefined) notify.success(stockTexts.savedWeight(saved.stockGrams / 1000))
      else notify.success(waiting > 0 ? stockTexts.counted(waiting, stock) : stockTexts.saved(stock))
      form.reset({ reason, count: '', note: '' })
    },
    messages: { fallback: stockTexts.failed },
  })
  const reason = form.watch('reason')
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <fieldset className={styles.reasons}>
        <legend>{stockTexts.what}</legend>
        {REASONS.map((value) => (
          <label key={value} className={styles.reason}>
            <input type="radio" value={value} {...form.register('reason')} />
            {stockTexts.reasons[value]}
          </label>
        ))}
      </fieldset>
      <div className={styles.fields}>
        <Field
          label={isWeighed ? stockTexts.kilograms[reason] : stockTexts.pieces[reason]}
          inputMode={isWeighed ? 'decimal' : 'numeric'}
          autoComplete="off"
          required
          description={reason === 'counted' ? stockTexts.shelfHint : undefined}
          {...form.field('count')}
        />
        <Field label={stockTexts.note} autoComplete="off" maxLength={200} {...form.field('note')} />
        <Button type="submit" pending={form.isPending}>
          {form.isPending ? stockTexts.saving : stockTexts.save}
        </Button>
      </div>
    </form>
  )
}

function Ledger({ productId, version }: { productId: string; version: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['catalog', 'movements', productId, version, page],
    queryFn: ({ signal }) =>
      readEnvelope(
        client.GET('/api/product/{id}/movements', {
          params: { path: { id: productId }, query: { page: String(page), limit: String(PAGE_SIZE) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  if (error && !data) return <LoadingFailed reason={error} retry={refetch} />
  if (!data) return <LinesSkeleton count={4} />
  const pages = data.totalNoPage ?? 0
  return (
    <>
      <StockLedger movements={data.data} />
      {pages > 1 && (
        <div className={styles.pager}>
          <Button variant="outline" size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {stockTexts.newer}
          </Button>
          <span>{stockTexts.page(page, pages)}</span>
          <Button variant="outline" size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {stockTexts.older}
          </Button>
        </div>
      )}
    </>
  )
}
