import { LANGUAGE } from './language'

/** A record of the API; where `name` is that in the language of the page, `ownName` is the one that the shop calls it by. */
export type Named = { name: string; ownName?: string; names?: Record<string, string> }

/** Returns a value of a response; a record with a name in the language of the page bears it. A reviver of JSON.parse. */
export function inLanguage(_key: string, value: unknown): unknown {
  const named = value as Named | null
  const name = named?.names?.[LANGUAGE]
  return name ? { ...named, name, ownName: named.name } : value
}

/** Returns the name that the shop calls a record by. */
export const ownNameOf = ({ name, ownName }: Named): string => ownName ?? name
