import { type FormEvent, useState } from 'react'
import { formatRupees } from '@/lib/money'
import { formatWeight } from '@/lib/weight'
import { Button } from '@/ui/button'
import { Dialog, DialogFooter } from '@/ui/dialog'
import { Field } from '@/ui/field'
import type { CounterProduct, Weight } from '../counter'
import { counterTexts as texts } from '../counter-texts'
import { gramsOf, parseWeight, priceOfWeight, priceText } from '../weight'
import styles from './counter-forms.module.css'

type Props = {
  product: CounterProduct
  /** The current weight of a line; undefined for a new line. */
  weight: Weight | undefined
  onWeight: (weight: Weight) => void
  onClose: () => void
}

/** Common weights offered as buttons, in grams. */
const USUAL = [100, 200, 250, 500, 1000, 2000]

/** Asks for the quantity of a product sold by weight: kilograms, grams, or an amount of money. */
export function WeightDialog({ product, weight: before, onWeight, onClose }: Props) {
  const [inRupees, setInRupees] = useState(before !== undefined && 'amount' in before)
  const [text, setText] = useState(before ? inputValueOf(before) : '')
  const [error, setError] = useState<string>()
  const weight = parseWeight(text, inRupees)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!weight) return setError(inRupees ? texts.worthWrong : texts.weightWrong)
    onWeight(weight)
  }
  const chooseUnit = (rupees: boolean) => {
    setInRupees(rupees)
    setText('')
    setError(undefined)
  }
  const shown = weight && formatWeight(gramsOf(product, weight))
  return (
    <Dialog open onClose={onClose} title={texts.weighTitle(product.name)}>
      <form onSubmit={onSubmit} className={styles.form}>
        <fieldset className={styles.which} aria-label={texts.weighBy}>
          <button type="button" aria-pressed={!inRupees} onClick={() => chooseUnit(false)}>
            {texts.kilograms}
          </button>
          <button type="button" aria-pressed={inRupees} onClick={() => chooseUnit(true)}>
            {texts.rupees}
          </button>
        </fieldset>
        <Field
          label={inRupees ? texts.worth : texts.weight}
          description={inRupees ? texts.worthHint : texts.weightHint}
          inputMode="decimal"
          autoComplete="off"
          autoFocus={matchMedia('(pointer: fine)').matches}
          value={text}
          error={error}
          onChange={(event) => {
            setError(undefined)
            setText(event.target.value)
          }}
        />
        <output className={styles.weighed}>
          <span>{texts.weighed(shown ?? texts.kilograms, priceText(product))}</span>
          <b>{weight ? formatRupees(priceOfWeight(product, weight)) : formatRupees(0)}</b>
        </output>
        <div className={styles.usual}>
          {USUAL.map((grams) => (
            <Button key={grams} variant="outline" onClick={() => onWeight({ grams })}>
              {formatWeight(grams)}
            </Button>
          ))}
        </div>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit">
            {(before ? texts.setWeight : texts.addWeight)(shown ?? texts.weight.toLowerCase())}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

function inputValueOf(weight: Weight): string {
  return 'amount' in weight ? String(weight.amount / 100) : (weight.grams / 1000).toFixed(3)
}
