import { asText, storedValue } from '@/lib/stored-value'

/** The pincode that was typed on this browser. */
export const rememberedPincode = storedValue('pincode', 'login', asText)
