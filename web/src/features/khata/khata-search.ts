import type { KhataAge } from './api'

/** The search parameters of the khata list. */
export type KhataSearch = { q?: string; age?: KhataAge['age']; over?: true; page?: number }

const AGES: KhataAge['age'][] = ['0-30', '31-60', '61+']

/** Parses the search parameters; invalid ones are omitted. */
export function khataSearch({ q, age, over, page }: Record<string, unknown>): KhataSearch {
  const number = Number(page)
  return {
    q: q ? String(q) : undefined,
    age: AGES.find((known) => known === age),
    over: over === true || over === 'true' ? true : undefined,
    page: Number.isInteger(number) && number > 1 ? number : undefined,
  }
}
