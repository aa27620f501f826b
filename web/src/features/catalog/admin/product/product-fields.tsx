import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Tags } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { PicturesField } from '@/features/media/pictures-field'
import { formatRupees, toPaise } from '@/lib/money'
import { parseNumber } from '@/lib/plain-number'
import { Alert } from '@/ui/alert'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { SelectField } from '@/ui/select-field'
import { Switch } from '@/ui/switch'
import { TextAreaField } from '@/ui/text-area-field'
import { categoriesQuery, subCategoriesQuery } from '../../api'
import { unitGrams } from '../../unit-grams'
import { NamesFields } from '../names-fields'
import { DetailFields } from './detail-fields'
import { LabelFields } from './label-fields'
import { MAX_IMAGES, type ProductValues } from './product-form'
import styles from './product-form.module.css'
import { SupplyFields } from './supply-fields'
import { TaxFields } from './tax-fields'
import { texts } from './texts'

const { labels } = texts

export type ProductForm = UseFormReturn<ProductValues>

type Props = {
  form: ProductForm
  /** Why some pictures are not uploaded yet; undefined if all are. */
  pendingImages: RefObject<string | undefined>
  discountLabel: string
  discountRequired: boolean
  /** Whether these texts are required: an imported product may lack them. */
  textsRequired?: { unit: boolean; discription: boolean }
}

const ALL_REQUIRED = { unit: true, discription: true }

/** All fields of a product; two columns on wide screens. */
export function ProductFields(props: Props) {
  const { form, pendingImages, discountLabel, discountRequired, textsRequired = ALL_REQUIRED } = props
  const { register, control, formState } = form
  const { errors } = formState
  const { field: image } = useController({ control, name: 'image' })
  const initial = useRef(image.value)
  const isWeighed = useWatch({ control, name: 'soldBy' }) === 'WEIGHT'
  return (
    <>
      <div className={styles.column}>
        <PicturesField
          initialUrls={initial.current}
          max={MAX_IMAGES}
          error={errors.image?.message}
          inputRef={image.ref}
          onChange={(urls, why) => {
            pendingImages.current = why
            if (urls.join() !== form.getValues('image').join())
              form.setValue('image', urls, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }}
        />
        <Field
          label={labels.name}
          autoComplete="off"
          required
          error={errors.name?.message}
          {...register('name')}
        />
        <NamesFields form={form} />
        <TextAreaField
          label={labels.discription}
          required={textsRequired.discription}
          error={errors.discription?.message}
          {...register('discription')}
        />
        <CategorySelects form={form} />
      </div>
      <div className={styles.column}>
        <div className={styles.pair}>
          <Field
            label={labels.price}
            prefix="₹"
            inputMode="decimal"
            autoComplete="off"
            required
            error={errors.price?.message}
            {...register('price')}
          />
          <Field
            label={discountLabel}
            prefix="₹"
            inputMode="decimal"
            autoComplete="off"
            required={discountRequired}
            description={texts.discountHint}
            error={errors.discount?.message}
            {...register('discount')}
          />
        </div>
        <SellingPrice form={form} />
        <PayablePrice form={form} />
        <Switch
          label={labels.soldBy}
          description={texts.hints.soldBy}
          checked={isWeighed}
          onChange={({ target }) => sellByWeight(form, target.checked)}
        />
        {isWeighed && <PricePerKilogram form={form} />}
        <div className={styles.pair}>
          <Field
            label={isWeighed ? texts.step : labels.unit}
            autoComplete="off"
            required={textsRequired.unit}
            description={isWeighed ? texts.stepHint : texts.unitHint}
            error={errors.unit?.message}
            {...register('unit')}
          />
          <Field
            label={isWeighed ? texts.stockKilograms : labels.stock}
            inputMode={isWeighed ? 'decimal' : 'numeric'}
            autoComplete="off"
            required
            error={errors.stock?.message}
            {...register('stock')}
          />
        </div>
        <Field
          label={labels.sku}
          autoComplete="off"
          description={texts.hints.sku}
          error={errors.sku?.message}
          {...register('sku')}
        />
        <Field
          label={labels.itemCode}
          autoComplete="off"
          description={texts.hints.itemCode}
          error={errors.itemCode?.message}
          {...register('itemCode')}
        />
        <LabelFields form={form} />
        <TaxFields
          description={texts.taxHint}
          filled={form.getValues(['hsn', 'taxCondition', 'gstRate']).some(Boolean)}
          field={(name) => ({ error: errors[name]?.message, ...register(name) })}
        />
        <SupplyFields form={form} />
        <DetailFields form={form} />
        <Switch label={labels.publish} description={texts.publishHint} {...register('publish')} />
      </div>
    </>
  )
}

/** Switches between sale by weight and by piece, and converts the stock to the other measure. */
function sellByWeight({ getValues, setValue }: ProductForm, isWeighed: boolean) {
  const [stock, unit] = getValues(['stock', 'unit'])
  const grams = unitGrams(unit)
  setValue('soldBy', isWeighed ? 'WEIGHT' : 'PIECE', { shouldDirty: true })
  if (stock.trim() === '' || grams === undefined) return
  const amount = parseNumber(stock)
  const converted = isWeighed ? (amount * grams) / 1000 : Math.floor((amount * 1000) / grams)
  if (Number.isFinite(converted)) setValue('stock', String(converted), { shouldDirty: true })
}

/** A field for the price per kilogram. Typing sets the price of the unit, rounded to whole paise. */
function PricePerKilogram({ form: { control, setValue } }: { form: ProductForm }) {
  const [price, unit] = useWatch({ control, name: ['price', 'unit'] })
  const [typed, setTyped] = useState<string>()
  const grams = unitGrams(unit)
  if (grams === undefined) return null
  const perKilogram = (paise: number) => Math.round((paise * 1000) / grams)
  const wanted = typed === undefined ? Number.NaN : toPaise(parseNumber(typed))
  const ofUnit = Math.round((wanted * grams) / 1000)
  const isExact = perKilogram(ofUnit) === wanted
  const shown = toPaise(parseNumber(price))
  return (
    <Field
      label={texts.perKilogram}
      prefix="₹"
      name="perKilogram"
      inputMode="decimal"
      autoComplete="off"
      description={texts.perKilogramHint(unit)}
      error={
        wanted > 0 && !isExact ? texts.perKilogramInvalid(unit, formatRupees(perKilogram(ofUnit))) : undefined
      }
      value={typed ?? (shown > 0 ? String(perKilogram(shown) / 100) : '')}
      onChange={({ target }) => {
        setTyped(target.value)
        const paise = Math.round((toPaise(parseNumber(target.value)) * grams) / 1000)
        if (paise > 0) setValue('price', String(paise / 100), { shouldDirty: true, shouldValidate: true })
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** Selects for category and sub-category. Only sub-categories of the selected category are offered. */
function CategorySelects({ form: { register, control, setValue, formState } }: { form: ProductForm }) {
  const { errors } = formState
  const { data: categories = [], isSuccess } = useQuery(categoriesQuery)
  const { data: subCategories = [] } = useQuery(subCategoriesQuery)
  const chosen = useWatch({ control, name: 'category' })
  const ownSubCategories = subCategories.filter(({ category }) => category?._id === chosen)
  const options = (named: { _id: string; name: string }[]) =>
    named.map(({ _id, name }) => ({ value: _id, label: name }))
  const hint = !chosen
    ? texts.categoryFirst
    : ownSubCategories.length === 0
      ? texts.noSubCategories
      : undefined
  if (isSuccess && categories.length === 0) return <NoCategories error={errors.category?.message} />
  return (
    <div className={styles.pair}>
      <SelectField
        // The options load after the form: remount the select, since it drops a value without an option.
        key={`category-${categories.length}`}
        label={labels.category}
        placeholder={texts.choose(labels.category)}
        options={options(categories)}
        required
        error={errors.category?.message}
        {...register('category', { onChange: () => setValue('subCategory', '', { shouldDirty: true }) })}
      />
      <SelectField
        key={`subCategory-${subCategories.length}`}
        label={labels.subCategory}
        placeholder={hint ?? texts.choose(labels.subCategory)}
        options={options(ownSubCategories)}
        required
        disabled={hint !== undefined}
        error={errors.subCategory?.message}
        {...register('subCategory')}
      />
    </div>
  )
}

/** Asks the user to create a category first, in a shop without one. */
function NoCategories({ error }: { error: string | undefined }) {
  return (
    <Alert tone={error === undefined ? 'info' : 'danger'}>
      {texts.noCategories} <Link to="/dashboard/Category">{texts.addCategory}</Link>
    </Alert>
  )
}

/**
 * A field for the selling price. Typing sets the discount. A price above the MRP gives a negative discount, which the
 * form rejects until the MRP is raised as well.
 */
function SellingPrice({ form: { control, setValue } }: { form: ProductForm }) {
  const [price, discount] = useWatch({ control, name: ['price', 'discount'] })
  const [typed, setTyped] = useState<string>()
  const mrp = toPaise(parseNumber(price))
  const paise = mrp - (discount.trim() === '' ? 0 : toPaise(parseNumber(discount)))
  const above = typed !== undefined && toPaise(parseNumber(typed)) > mrp
  const setDiscount = (selling: number, full: number) =>
    setValue('discount', String((full - selling) / 100), { shouldDirty: true, shouldValidate: true })
  const onType = (text: string) => {
    setTyped(text)
    const selling = toPaise(parseNumber(text))
    if (selling > 0 && mrp > 0) setDiscount(selling, mrp)
  }
  const raise = () => {
    setValue('price', String(paise / 100), { shouldDirty: true })
    setDiscount(paise, paise)
    setTyped(undefined)
  }
  return (
    <>
      <Field
        label={labels.sellingPrice}
        prefix="₹"
        name="sellingPrice"
        inputMode="decimal"
        autoComplete="off"
        description={texts.sellingPriceHint}
        error={above ? texts.aboveMRP(formatRupees(mrp)) : undefined}
        value={typed ?? (paise > 0 ? String(paise / 100) : '')}
        onChange={({ target }) => onType(target.value)}
        onBlur={() => !above && setTyped(undefined)}
      />
      {above && (
        <Button size="small" variant="outline" onClick={raise}>
          {texts.raiseMRP}
        </Button>
      )}
    </>
  )
}

/** Paise per rupee: price tags show whole rupees. */
const PAISE = 100

/** Shows what price and discount mean for shoppers. */
function PayablePrice({ form: { control } }: { form: ProductForm }) {
  const [price, discount] = useWatch({ control, name: ['price', 'discount'] })
  const full = toPaise(parseNumber(price))
  const discountPaise = discount.trim() === '' ? 0 : toPaise(parseNumber(discount))
  if (!(full > 0 && discountPaise >= 0 && discountPaise < full)) return null
  return (
    <Alert tone="info" icon={Tags}>
      {discountPaise >= PAISE
        ? texts.shoppersSee(
            formatRupees(full - discountPaise),
            formatRupees(discountPaise - (discountPaise % PAISE)),
          )
        : texts.shoppersPay(formatRupees(full - discountPaise))}
    </Alert>
  )
}
