import type { ListColumns } from '../../price-list-api'

/** Which field each column is taken for; "" leaves it out. */
export type Mapping = readonly string[]

/** Returns the mapping that the server suggests for a list. */
export const mappingOf = ({ columns }: ListColumns): Mapping => columns.map(({ field }) => field)

/** Returns what the server takes for `map`: fields by the number of their column. */
export const formatMapping = (mapping: Mapping) =>
  mapping.flatMap((field, index) => (field ? [`${field}=#${index + 1}`] : [])).join(',')

/** Reads what formatMapping wrote, for so many columns. */
export function parseMapping(text: string, columns: number): Mapping {
  const mapping: string[] = Array(columns).fill('')
  for (const part of text.split(',')) {
    const [field = '', column = ''] = part.split('=#')
    mapping[Number(column) - 1] = field
  }
  return mapping
}

/** What is wrong with a mapping: a field that is needed and not there, or columns with one field. */
type MappingFault = { missing?: 'name' | 'price'; twice: readonly string[] }

/** Returns what is wrong with `mapping`; undefined when it is valid. */
export function checkMapping(mapping: Mapping): MappingFault | undefined {
  const twice = mapping.filter((field, index) => field && mapping.indexOf(field) !== index)
  if (!mapping.includes('name')) return { missing: 'name', twice }
  if (!mapping.includes('price') && !mapping.includes('sale_price')) return { missing: 'price', twice }
  return twice.length > 0 ? { twice } : undefined
}
