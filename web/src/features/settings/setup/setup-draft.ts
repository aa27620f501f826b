import { asJson, storedValue } from '@/lib/stored-value'
import { z } from '@/lib/zod'
import { GST_KINDS } from '../gst'
import { EMPTY_SETUP, type SetupValues } from './setup-values'

const draftSchema = z.object({
  name: z.string(),
  email: z.string(),
  shopName: z.string(),
  phone: z.string(),
  pincodes: z.array(z.string()),
  minOrder: z.string(),
  minutes: z._default(z.string(), ''),
  opens: z.string(),
  closes: z.string(),
  goods: z.enum(['demo', 'empty', 'file']),
  pieces: z.string(),
  cod: z.boolean(),
  upi: z.boolean(),
  upiId: z.string(),
  fssai: z.string(),
  gst: z._default(z.enum(['', ...GST_KINDS]), ''),
  gstin: z._default(z.string(), ''),
})

const stored = storedValue(
  'setupDraft',
  'tab',
  asJson((json) => draftSchema.safeParse(json).data),
)

/** Returns the values typed in this tab before a reload, without the password and the file. */
export function readSetupDraft(): SetupValues {
  return { ...EMPTY_SETUP, ...stored.read() }
}

/** Stores the values in this tab, except for the password and the file. */
export function saveSetupDraft({ password: _, list: __, ...values }: SetupValues): void {
  stored.write(values)
}

export function clearSetupDraft(): void {
  stored.write(undefined)
}
