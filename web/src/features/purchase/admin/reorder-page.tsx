import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListChecks, MessageCircle, Minus, Pencil, Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import { unitGrams } from '@/features/catalog/unit-grams'
import { settingsQuery } from '@/features/settings/api'
import { classNames } from '@/lib/class-names'
import { formatCount } from '@/lib/count'
import { firstFailure } from '@/lib/first-failure'
import { toPaise } from '@/lib/money'
import { whatsAppLink } from '@/lib/phone'
import { useTitle } from '@/lib/title'
import { useMutation } from '@/lib/use-mutation'
import { formatWeight } from '@/lib/weight'
import { Button, buttonClass } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { LinesSkeleton } from '@/ui/lines-skeleton'
import { LoadingFailed } from '@/ui/loading-failed'
import { PageHeader } from '@/ui/page-header'
import { panelClass } from '@/ui/panel'
import { pendingField } from '@/ui/pending-field'
import { Picture } from '@/ui/picture'
import { Receipt } from '@/ui/receipt'
import { SelectField } from '@/ui/select-field'
import { stack } from '@/ui/stack'
import { useSelectDraft } from '@/ui/use-select-draft'
import {
  nameSupplier,
  purchasesKey,
  type ReorderProduct,
  reorderQuery,
  type Supplier,
  saveDraft,
  suppliersQuery,
} from '../api'
import { formatMoney } from '../draft'
import { type Ordered, orderText } from '../order-slip'
import { formatPace } from '../pace'
import { purchaseTexts as texts } from '../texts'
import { PurchaseTabs } from './purchase-tabs'
import styles from './purchases.module.css'

/** Products to reorder by their sales, in packs of the usual supplier, as a message or a draft. */
export function ReorderPage() {
  useTitle(texts.reorder)
  const reorder = useQuery(reorderQuery)
  const suppliers = useQuery(suppliersQuery)
  const failure = firstFailure([reorder, texts.failedToLoadReorder], [suppliers, texts.failedToLoadSuppliers])
  const items = reorder.data ?? []
  const known = suppliers.data ?? []
  const unnamed = items.filter(({ product }) => !known.some(({ _id }) => _id === product.supplier))
  return (
    <>
      <PageHeader title={texts.purchases} />
      <PurchaseTabs />
      {failure ? (
        <LoadingFailed {...failure} />
      ) : !reorder.data || !suppliers.data ? (
        <LinesSkeleton count={5} />
      ) : items.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          tone="indigo"
          title={texts.noneToReorder}
          description={texts.noneToReorderHint}
        />
      ) : (
        <>
          {known.map((supplier) => {
            const own = items.filter(({ product }) => product.supplier === supplier._id)
            return own.length > 0 && <SupplierOrder key={supplier._id} supplier={supplier} items={own} />
          })}
          {unnamed.length > 0 && (
            <details className={styles.group}>
              <summary>
                {texts.nobody} {unnamed.length}
              </summary>
              <p className={styles.hint}>{texts.nobodyHint}</p>
              <ul className={panelClass()}>
                {unnamed.map((item) => (
                  <li key={item.product._id} className={styles.want}>
                    <What item={item} />
                    <SupplierName productId={item.product._id} suppliers={known} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </>
  )
}

function What({ item }: { item: ReorderProduct }) {
  const { product, perDay, daysLeft, ordered } = item
  const below = product.minStock !== undefined && product.stock < product.minStock
  return (
    <>
      <Picture
        src={product.image[0]}
        drawing={product.picture}
        name={product.name}
        size="small"
        className={styles.picture}
      />
      <span className={styles.lotWhat}>
        <b>{product.name}</b>
        <small>
          {[
            texts.left(
              product.stockGrams === undefined
                ? formatCount(product.stock)
                : formatWeight(product.stockGrams),
            ),
            daysLeft !== null && texts.lasts(Math.floor(daysLeft)),
            perDay > 0 &&
              formatPace(perDay, product.stockGrams === undefined ? undefined : unitGrams(product.unit)),
            below && texts.underMinimum(product.minStock ?? 0),
            ordered > 0 && texts.inDraft(ordered),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
    </>
  )
}

/** Asks for the usual supplier of a product that has none. */
function SupplierName({ productId, suppliers }: { productId: string; suppliers: Supplier[] }) {
  const queryClient = useQueryClient()
  const naming = useMutation({
    mutationFn: nameSupplier,
    meta: { failure: { fallback: texts.notNamed } },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: purchasesKey }),
  })
  const { value, handlers } = useSelectDraft<string>('', (supplier) => naming.mutate({ productId, supplier }))
  return (
    <SelectField
      label={texts.usual}
      hideLabel
      placeholder={texts.chooseSupplier}
      options={suppliers.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value}
      className={styles.count}
      {...handlers}
      {...pendingField(naming.isPending)}
    />
  )
}

function SupplierOrder({ supplier, items }: { supplier: Supplier; items: ReorderProduct[] }) {
  const [packs, setPacks] = useState<Record<string, number>>({})
  const [left, setLeft] = useState<Record<string, boolean>>({})
  const packsOf = (item: ReorderProduct) => packs[item.product._id] ?? item.packs
  const ordered = items
    .map((item) => ({ item, packs: packsOf(item) }))
    .filter(({ item, packs: count }) => count > 0 && !left[item.product._id])
  return (
    <section className={classNames(stack.column, styles.two)}>
      <div className={styles.group}>
        <h2>
          {supplier.name} {items.length}
        </h2>
        <ul className={panelClass()}>
          {items.map((item) => {
            const { _id, name } = item.product
            const set = (count: number) => setPacks({ ...packs, [_id]: Math.max(0, count) })
            return (
              <li key={_id} className={styles.want}>
                <Checkbox
                  aria-label={texts.order(name)}
                  checked={!left[_id] && packsOf(item) > 0}
                  onChange={({ target }) => {
                    setLeft({ ...left, [_id]: !target.checked })
                    if (target.checked && packsOf(item) === 0) set(1)
                  }}
                />
                <What item={item} />
                <span className={styles.count}>
                  <IconButton icon={Minus} label={texts.fewer(name)} onClick={() => set(packsOf(item) - 1)} />
                  <output>{packsOf(item)}</output>
                  <IconButton icon={Plus} label={texts.more(name)} onClick={() => set(packsOf(item) + 1)} />
                  <small>{texts.packOf(item.packSize)}</small>
                </span>
              </li>
            )
          })}
        </ul>
      </div>
      {ordered.length > 0 && <Slip supplier={supplier} ordered={ordered} />}
    </section>
  )
}

function Slip({ supplier, ordered }: { supplier: Supplier; ordered: Ordered[] }) {
  const { data: shop } = useQuery(settingsQuery)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const drafting = useMutation({
    mutationFn: () =>
      saveDraft({
        body: {
          supplier: supplier._id,
          lines: ordered.map(({ item, packs }) => ({
            productId: item.product._id,
            pieces: packs * item.packSize,
          })),
        },
      }),
    meta: { failure: { fallback: texts.notSaved } },
    onSuccess: ({ _id }) => {
      void queryClient.invalidateQueries({ queryKey: purchasesKey })
      void navigate({ to: '/dashboard/purchases/$id', params: { id: _id } })
    },
  })
  const cost = ordered.reduce(
    (sum, { item, packs }) => sum + toPaise(item.product.cost ?? 0) * packs * item.packSize,
    0,
  )
  return (
    <div className={stack.column}>
      <Receipt className={styles.slip}>
        <p>
          <b>{texts.to(supplier.name)}</b>
        </p>
        <ul>
          {ordered.map(({ item, packs }) => (
            <li key={item.product._id}>
              <span>
                {item.product.name} <small>{item.product.unit}</small>
              </span>
              <b>{packs * item.packSize}</b>
            </li>
          ))}
        </ul>
        {cost > 0 && (
          <p className={styles.about}>
            {texts.about} <b>{formatMoney(cost / 100)}</b>
          </p>
        )}
      </Receipt>
      <a
        href={whatsAppLink(supplier.mobile, orderText(shop?.name ?? '', ordered))}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ wide: true })}
      >
        <Icon icon={MessageCircle} />
        {texts.sendWhatsApp}
      </a>
      <p className={styles.buttons}>
        <Button variant="outline" icon={Printer} onClick={() => window.print()}>
          {texts.print}
        </Button>
        <Button
          variant="outline"
          icon={Pencil}
          pending={drafting.isPending}
          onClick={() => drafting.mutate()}
        >
          {texts.asDraft}
        </Button>
      </p>
      <p className={styles.hint}>{texts.draftHint}</p>
    </div>
  )
}
