import { asText, storedValue } from '@/lib/stored-value'

/** The pincode typed in this browser. */
export const rememberedPincode = storedValue('pincode', 'login', asText)
