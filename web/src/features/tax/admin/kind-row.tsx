import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { TABLET, useMediaQuery } from '@/lib/use-media-query'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { textLinkClass } from '@/ui/text-link'
import { textStyles } from '@/ui/text-styles'
import { VisuallyHidden } from '@/ui/visually-hidden'
import { type Kind, type MissingProduct, missingQuery } from '../api'
import { taxTexts as texts } from '../texts'
import styles from './proposals-panel.module.css'
import { choiceText, KindRate, spacedHSN } from './rate-label'
import type { TaxForm } from './use-tax-form'

const PAGE_SIZE = 20

/** Products that seem to be of the same kind. Asks for each product's condition if the rate depends on it. */
export function KindRow({ kind, form }: { kind: Kind; form: TaxForm }) {
  const { name, hsn, sure, products, examples } = kind
  const [open, setOpen] = useState(false)
  const wide = useMediaQuery(TABLET)
  return (
    <li className={styles.kind}>
      <label className={styles.choose}>
        <Checkbox
          aria-label={texts.proposals.takeKind(name)}
          checked={form.isTicked(kind)}
          onChange={({ target }) => form.tick(kind, target.checked)}
        />
      </label>
      <div className={styles.what}>
        <b>{name}</b>
        <span>{texts.proposals.more(examples.join(', '), products - examples.length)}</span>
      </div>
      <p className={styles.count}>{texts.products(products)}</p>
      <p className={styles.rate}>
        <b>{spacedHSN(hsn)}</b>
        <KindRate kind={kind} />
      </p>
      {!wide && (
        <Link
          to="/dashboard/tax"
          search={{ kind: kind.key }}
          className={textLinkClass}
          aria-label={texts.proposals.lookAt(name)}
        >
          {texts.proposals.look}
        </Link>
      )}
      {wide && sure && (
        <button
          type="button"
          className={textLinkClass}
          aria-label={texts.proposals.lookAt(name)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? texts.proposals.close : texts.proposals.look}
        </button>
      )}
      {wide && (open || !sure) && <KindProducts kind={kind} form={form} />}
    </li>
  )
}

/** The products of a kind. Asks for each product's condition if the rate depends on it. */
export function KindProducts({ kind, form }: { kind: Kind; form: TaxForm }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    missingQuery(kind.key, PAGE_SIZE),
  )
  const products = data?.pages.flatMap((page) => page.products) ?? []
  const packs = kind.choices.some(({ condition }) => condition === 'PREPACKED')
  return (
    <div className={kind.sure ? styles.looked : styles.asked}>
      {!kind.sure && <p>{packs ? texts.proposals.packs : texts.proposals.condition}</p>}
      <ul className={styles.each}>
        {products.map((product) => (
          <li key={product._id}>
            <span>
              <b>{product.name}</b> {product.unit}
            </span>
            {kind.sure ? (
              <span className={textStyles.muted}>{spacedHSN(product.proposal?.hsn ?? '')}</span>
            ) : (
              <ConditionChoice product={product} kind={kind} form={form} />
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          size="small"
          variant="outline"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {texts.proposals.showMore}
        </Button>
      )}
    </div>
  )
}

type ChoiceProps = { product: MissingProduct; kind: Kind; form: TaxForm }

function ConditionChoice({ product: { _id, name, proposal }, kind, form }: ChoiceProps) {
  const chosen = form.conditionOf(_id) ?? proposal?.condition
  return (
    <fieldset className={styles.segments}>
      <legend>
        <VisuallyHidden>{name}</VisuallyHidden>
      </legend>
      {kind.choices.map((choice) => (
        <label key={choice.condition}>
          <input
            type="radio"
            name={`condition-${_id}`}
            checked={chosen === choice.condition}
            onChange={() =>
              form.choose(_id, { hsn: proposal?.hsn ?? '', condition: choice.condition, kind: kind.key })
            }
          />
          <span>{choiceText(choice)}</span>
        </label>
      ))}
    </fieldset>
  )
}
