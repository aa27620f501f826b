import { LANGUAGE } from './language'
import { UNIT_WORDS, withUnitIn } from './units'

/** A record of the API. `name` is in the language of the page; `ownName` is the shop's own name, if it differs. */
export type Named = { name: string; ownName?: string; names?: Record<string, string> }

/** A reviver for JSON.parse: replaces the name and the unit of each record by those in the language of the page, if there are any. */
export function inLanguage(key: string, value: unknown): unknown {
  const record = value as Named | null
  const name = record?.names?.[LANGUAGE]
  const named = name ? { ...record, name, ownName: record.name } : value
  // The details of a product are fields that the shop names itself.
  return import.meta.env.LANGUAGE !== 'en' && key !== 'more_details' ? withUnitIn(UNIT_WORDS, named) : named
}

/** Returns the shop's own name of a record. */
export const ownNameOf = ({ name, ownName }: Named): string => ownName ?? name
