import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Product, productQuery } from '@/features/catalog/api'
import { productByCode } from '@/features/catalog/product-code'
import { PrintFrame } from '@/features/order/print-frame'
import { ProductChoice } from '@/features/order/product-choice'
import { ownerSettingsQuery } from '@/features/settings/staff-api'
import { readChoice, saveChoice } from '@/lib/device-choice'
import { firstFailure } from '@/lib/first-failure'
import { type Paper, paperOf } from '@/lib/paper'
import { useTitle } from '@/lib/title'
import { useClientValue } from '@/lib/use-client-value'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { IconButton } from '@/ui/icon-button'
import { LoadingFailed } from '@/ui/loading-failed'
import { type Chosen, copiesOf, labelOf } from './label'
import { LabelPaper } from './label-paper'
import { labelTexts as texts } from './label-texts'
import styles from './labels.module.css'

const PAPER = 'paper-labels'

/**
 * Prints labels for shelves and weighed portions: of the products in the URL, and of those scanned or typed on the
 * page.
 */
export function LabelsPage({ ids }: { ids: string[] }) {
  useTitle(texts.title)
  const given = useQueries({ queries: ids.map(productQuery) })
  const [added, setAdded] = useState<Product[]>([])
  const [typed, setTyped] = useState<Record<string, Partial<Chosen>>>({})
  const [removed, setRemoved] = useState<string[]>([])
  const settings = useQuery(ownerSettingsQuery)
  const rules = settings.data?.weightBarcodes ?? []
  const remembered = useClientValue(() => readChoice(PAPER), '')
  const [chosenPaper, setPaper] = useState<Paper>()
  const paper = chosenPaper ?? paperOf(remembered) ?? 'a4'
  const loaded = given.flatMap(({ data }) => data ?? [])
  const products = [...loaded, ...added.filter(({ _id }) => !ids.includes(_id))]
  const rows = products
    .filter(({ _id }) => !removed.includes(_id))
    .map((product) => {
      const chosen: Chosen = { product, copies: '1', weight: '', ...typed[product._id] }
      return { chosen, label: labelOf(chosen, rules) }
    })
  const labels = rows.flatMap(({ chosen, label }) =>
    'problem' in label ? [] : Array.from({ length: copiesOf(chosen) }, () => label),
  )
  const failure = firstFailure(
    [settings, texts.failedToLoadSettings],
    ...given.map((query) => [query, texts.failedToLoad] as const),
  )
  const add = (product: Product) => {
    setRemoved((before) => before.filter((id) => id !== product._id))
    setAdded((before) => [...before.filter(({ _id }) => _id !== product._id), product])
  }
  return (
    <PrintFrame
      back={
        <Link to="/dashboard/products">
          <Icon icon={ArrowLeft} size="small" />
          {texts.back}
        </Link>
      }
      paper={paper}
      onPaper={(newPaper) => {
        saveChoice(PAPER, newPaper)
        setPaper(newPaper)
      }}
      ready={labels.length > 0}
      notes={
        <>
          <ProductChoice
            key={rows.length}
            hint={texts.add}
            findByCode={productByCode}
            includeUnavailable
            onChoose={add}
          />
          {failure && <LoadingFailed {...failure} />}
          {rows.length > 0 ? (
            <ul className={styles.chosen} aria-label={texts.chosen}>
              {rows.map(({ chosen, label }) => (
                <ChosenRow
                  key={chosen.product._id}
                  chosen={chosen}
                  problem={'problem' in label ? label.problem : undefined}
                  onChange={(values) =>
                    setTyped((before) => ({
                      ...before,
                      [chosen.product._id]: { ...before[chosen.product._id], ...values },
                    }))
                  }
                  onRemove={() => setRemoved((before) => [...before, chosen.product._id])}
                />
              ))}
            </ul>
          ) : (
            ids.length === 0 && (
              <EmptyState
                icon={Tags}
                tone="indigo"
                title={texts.none}
                description={texts.noneHint}
                level={2}
              />
            )
          )}
        </>
      }
    >
      <div className={styles.sheet} data-paper={paper}>
        {labels.map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: copies of a label differ only in position
          <LabelPaper key={index} label={label} index={index} />
        ))}
      </div>
    </PrintFrame>
  )
}

type RowProps = {
  chosen: Chosen
  problem: string | undefined
  onChange: (values: Partial<Chosen>) => void
  onRemove: () => void
}

function ChosenRow({ chosen: { product, copies, weight }, problem, onChange, onRemove }: RowProps) {
  const { name, unit, soldBy } = product
  return (
    <li>
      <span className={styles.name}>
        {name} <small>{unit}</small>
      </span>
      <IconButton icon={Trash2} label={texts.remove(name)} onClick={onRemove} />
      <Field
        label={texts.copiesShort}
        aria-label={texts.copies(name)}
        inputMode="numeric"
        autoComplete="off"
        className={styles.number}
        value={copies}
        onChange={({ target }) => onChange({ copies: target.value })}
      />
      {soldBy === 'WEIGHT' && (
        <Field
          label={texts.weightShort}
          aria-label={texts.weight(name)}
          description={texts.weightHint}
          inputMode="decimal"
          autoComplete="off"
          className={styles.weight}
          value={weight}
          error={problem}
          onChange={({ target }) => onChange({ weight: target.value })}
        />
      )}
    </li>
  )
}
