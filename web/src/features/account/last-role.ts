import { asText, storedValue } from '@/lib/stored-value'

/** The role that the logged-in user had last; undefined if it is not known. */
export const lastRole = storedValue('role', 'login', asText)
