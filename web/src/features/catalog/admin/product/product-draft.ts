import { asJson, storedValue } from '@/lib/stored-value'
import { z } from '@/lib/zod'
import { EMPTY_PRODUCT, optionalTexts, type ProductValues } from './product-form'

const draftSchema = z.object({
  by: z.string(),
  values: z.object({
    name: z.string(),
    names: z.record(z.string(), z.string()),
    discription: z.string(),
    category: z.string(),
    subCategory: z.string(),
    unit: z.string(),
    soldBy: z.enum(['PIECE', 'WEIGHT']),
    stock: z.string(),
    moreBarcodes: z.string(),
    price: z.string(),
    discount: z.string(),
    image: z.array(z.string()),
    more_details: z.array(z.object({ name: z.string(), text: z.string() })),
    publish: z.boolean(),
    ...optionalTexts(() => z.string()),
  }),
})

const stored = storedValue(
  'productDraft',
  'tab',
  asJson((json) => draftSchema.safeParse(json).data),
)

/** Returns this administrator's unsaved product in this tab, from session storage. */
export function readDraft(by: string): ProductValues | undefined {
  const draft = stored.read()
  return draft?.by === by ? draft.values : undefined
}

/** Saves the draft. `initial` has the form's initial values, which alone are not worth saving. */
export function saveDraft(by: string, values: ProductValues, initial: Partial<ProductValues> = {}): void {
  if (JSON.stringify(values) === JSON.stringify({ ...EMPTY_PRODUCT, ...initial })) clearDraft()
  else stored.write({ by, values })
}

export function clearDraft(): void {
  stored.write(undefined)
}
