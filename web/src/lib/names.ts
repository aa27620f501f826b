import { LANGUAGE } from './language'

/** A record of the API. `name` is in the language of the page; `ownName` is the shop's own name, if it differs. */
export type Named = { name: string; ownName?: string; names?: Record<string, string> }

/** A reviver for JSON.parse: replaces the name of each record by the one in the language of the page, if there is one. */
export function inLanguage(_key: string, value: unknown): unknown {
  const named = value as Named | null
  const name = named?.names?.[LANGUAGE]
  return name ? { ...named, name, ownName: named.name } : value
}

/** Returns the shop's own name of a record. */
export const ownNameOf = ({ name, ownName }: Named): string => ownName ?? name
