import { asText, storedValue } from './stored-value'

/** The role that the logged-in user had last; undefined if it is not known. */
export const lastRole = storedValue('role', 'login', asText)
