import { PriceListFields } from '@/features/media/price-list-fields'
import { FieldError } from '@/ui/field-error'
import { VisuallyHidden } from '@/ui/visually-hidden'
import type { SetupChoices } from './setup-api'
import { setupTexts } from './setup-texts'
import styles from './setup-wizard.module.css'
import type { StepProps } from './step-props'

export function GoodsStep({ values, errors, onChange, choices }: StepProps & { choices: SetupChoices }) {
  const { goods } = setupTexts
  const options = [
    ['demo', goods.demo, goods.demoHint(choices.demoProducts, choices.demoCategories)],
    ['file', goods.file, goods.fileHint],
    ['empty', goods.empty, goods.emptyHint],
  ] as const
  return (
    <fieldset className={styles.choices}>
      <legend>
        <VisuallyHidden>{goods.title}</VisuallyHidden>
      </legend>
      {options.map(([value, label, hint]) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name="goods"
            value={value}
            checked={values.goods === value}
            onChange={() => onChange({ goods: value })}
          />
          <span>
            <b>{label}</b>
            <small>{hint}</small>
          </span>
        </label>
      ))}
      {values.goods === 'file' && (
        <div className={styles.list}>
          <PriceListFields
            chosen={values.list?.name}
            error={errors.list}
            onFile={(list) => onChange({ list })}
            pieces={values.pieces}
            piecesError={errors.pieces}
            onPieces={(pieces) => onChange({ pieces })}
          />
        </div>
      )}
      {errors.goods && <FieldError>{errors.goods}</FieldError>}
    </fieldset>
  )
}
