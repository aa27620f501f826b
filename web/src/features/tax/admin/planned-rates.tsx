import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '@/lib/class-names'
import { dayInIndia, formatPaperDay, midnight, shopClock } from '@/lib/dates'
import { formatRupees, toPaise } from '@/lib/money'
import { notify } from '@/lib/notify'
import { useMutation } from '@/lib/use-mutation'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'
import { panelClass } from '@/ui/panel'
import { tableClass } from '@/ui/table'
import { textLinkClass } from '@/ui/text-link'
import { affectedProductsQuery, removeRate, type TaxRate } from '../api'
import { taxTexts as texts } from '../texts'
import styles from './planned-rates.module.css'
import { RateLabel } from './rate-label'

const ConfirmDialog = lazyDialog(() => import('@/ui/confirm-dialog'))

const MAX_SHOWN = 4

/** Rates that apply from a future day, with the products that each affects. */
export function PlannedRates({ rates }: { rates: TaxRate[] }) {
  const today = dayInIndia(Date.now())
  return rates
    .filter(({ from }) => from > today)
    .map((row) => <PlannedRate key={row.hsn + row.condition + row.from} row={row} />)
}

function PlannedRate({ row }: { row: TaxRate }) {
  const [all, setAll] = useState(false)
  const { data } = useQuery(affectedProductsQuery(row))
  const day = formatPaperDay(midnight(row.from))
  const days = shopClock(midnight(row.from)).dayNumber - shopClock(new Date()).dayNumber
  const products = data?.products ?? []
  const before = products[0]?.before
  return (
    <section className={classNames(panelClass(), styles.plan)} aria-label={texts.planned.title(day)}>
      <div className={styles.head}>
        <h2>{texts.planned.title(day)}</h2>
        <Badge tone="warning" icon={CalendarDays}>
          {texts.planned.inDays(days)}
        </Badge>
      </div>
      <p className={styles.say}>
        {texts.planned.hsn} <b>{row.hsn}</b>
        {row.condition && ` ${row.condition}`}
        {row.description && `, ${row.description}`}:{' '}
        {before && (
          <>
            <RateLabel rate={before.rate} /> {texts.planned.becomes}{' '}
          </>
        )}
        <RateLabel rate={row.rate} />.{' '}
        {data &&
          (data.count === 0 ? (
            texts.planned.nothing
          ) : (
            <>
              {texts.planned.affects} <b>{texts.products(data.count)}</b>. {texts.planned.stays}
            </>
          ))}
      </p>
      {products.length > 0 && (
        <div className={styles.box}>
          <table className={tableClass}>
            <thead>
              <tr>
                <th scope="col">{texts.planned.product}</th>
                <th scope="col">{texts.planned.price}</th>
                <th scope="col" className={styles.wideOnly}>
                  {texts.planned.taxableNow}
                </th>
                <th scope="col">{texts.planned.taxNow}</th>
                <th scope="col" className={styles.wideOnly}>
                  {texts.planned.taxableThen}
                </th>
                <th scope="col">{texts.planned.taxThen}</th>
              </tr>
            </thead>
            <tbody>
              {(all ? products : products.slice(0, MAX_SHOWN)).map((product) => (
                <tr key={product._id}>
                  <th scope="row">
                    <b>{product.name}</b>
                    {product.unit && `, ${product.unit}`}
                  </th>
                  <td>{formatRupees(toPaise(product.price))}</td>
                  <td className={styles.wideOnly}>{product.before?.taxable.toFixed(2) ?? '–'}</td>
                  <td>{product.before?.tax.toFixed(2) ?? '–'}</td>
                  <td className={styles.wideOnly}>{product.after.taxable.toFixed(2)}</td>
                  <td>
                    <b>{product.after.tax.toFixed(2)}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={styles.foot}>
        {products.length > MAX_SHOWN && !all && (
          <button type="button" className={textLinkClass} onClick={() => setAll(true)}>
            {texts.planned.all(products.length)}
          </button>
        )}
        <span>{texts.planned.lower}</span>
        {row._id && <TakeBack row={row} label={texts.planned.takeBack} />}
      </div>
    </section>
  )
}

/** Removes one of the owner's rates after a confirmation. */
export function TakeBack({ row: { _id, hsn, from }, label }: { row: TaxRate; label: string }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: removeRate,
    meta: { failure: { fallback: texts.planned.failedToTakeBack } },
    onSuccess: () => {
      notify.success(texts.planned.takenBack)
      return queryClient.invalidateQueries()
    },
    onSettled: () => setAsking(false),
  })
  const question = texts.planned.takeBackRow(hsn, formatPaperDay(midnight(from)))
  return (
    <>
      <Button size="small" variant="outline" aria-label={question} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          title={texts.planned.takeBack}
          question={`${question}?`}
          answers={{ no: texts.planned.keepRow, yes: texts.rates.takeBack }}
          busy={isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => mutate(_id)}
        />
      )}
    </>
  )
}
