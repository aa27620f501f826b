import { asText, storedValue } from './stored-value'

/** The role of the last logged-in user; undefined if unknown. */
export const lastRole = storedValue('role', 'login', asText)
