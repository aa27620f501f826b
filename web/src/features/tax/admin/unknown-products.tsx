import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@/ui/button'
import { SelectField } from '@/ui/select-field'
import { missingQuery, NO_KIND } from '../api'
import { taxTexts as texts } from '../texts'
import { HSNField } from './hsn-field'
import styles from './proposals-panel.module.css'
import type { TaxForm } from './use-tax-form'

const PAGE_SIZE = 20
const RATES = [
  { value: '', label: texts.proposals.byHSN },
  { value: '0', label: texts.exempt },
  ...['5', '18', '40'].map((value) => ({ value, label: texts.rate(Number(value)) })),
]

/** Products of no known kind: the user types their HSN. */
export function UnknownProducts({ form }: { form: TaxForm }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    missingQuery(NO_KIND, PAGE_SIZE),
  )
  const products = data?.pages.flatMap((page) => page.products) ?? []
  return (
    <>
      <h3 className={styles.unknown}>{texts.proposals.unknown}</h3>
      <ul>
        {products.map(({ _id, name, unit, subCategory }) => {
          const { hsn, rate } = form.typedOf(_id)
          return (
            <li key={_id} className={styles.typed}>
              <div className={styles.what}>
                <b>{name}</b>
                <span>{[unit, subCategory.name].filter(Boolean).join(' · ')}</span>
              </div>
              <div className={styles.fields}>
                <HSNField
                  label={texts.proposals.hsnOf(name)}
                  value={hsn}
                  error={form.errorOf(_id)}
                  onChange={(next) => form.setTyped(_id, { hsn: next })}
                />
                <SelectField
                  hideLabel
                  label={texts.proposals.rateOf(name)}
                  value={rate}
                  options={RATES}
                  onChange={({ target }) => form.setTyped(_id, { rate: target.value })}
                />
              </div>
            </li>
          )
        })}
      </ul>
      {hasNextPage && (
        <div className={styles.foot}>
          <Button
            size="small"
            variant="outline"
            pending={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {texts.proposals.showMore}
          </Button>
        </div>
      )}
    </>
  )
}
