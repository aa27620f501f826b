import { z } from '@/lib/zod'
import { EMPTY_SETUP, type SetupValues } from './setup-values'

const KEY = 'setupDraft'

const draftSchema = z.object({
  name: z.string(),
  email: z.string(),
  shopName: z.string(),
  phone: z.string(),
  pincodes: z.array(z.string()),
  minOrder: z.string(),
  opens: z.string(),
  closes: z.string(),
  goods: z.enum(['demo', 'empty', 'file']),
  pieces: z.string(),
  cod: z.boolean(),
  upi: z.boolean(),
  upiId: z.string(),
  fssai: z.string(),
})

/** Returns what was typed in this tab before a reload, without the password and the file. */
export function readSetupDraft(): SetupValues {
  try {
    const parsed = draftSchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return parsed.success ? { ...EMPTY_SETUP, ...parsed.data } : EMPTY_SETUP
  } catch {
    return EMPTY_SETUP
  }
}

export function saveSetupDraft({ password: _, list: __, ...values }: SetupValues): void {
  sessionStorage.setItem(KEY, JSON.stringify(values))
}

export function clearSetupDraft(): void {
  sessionStorage.removeItem(KEY)
}
