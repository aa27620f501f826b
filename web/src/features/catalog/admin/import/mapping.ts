import type { ListColumns } from '../../price-list-api'

/** The field of each column; '' skips the column. */
export type Mapping = readonly string[]

/** Returns the mapping that the server proposes for a list. */
export const mappingOf = ({ columns }: ListColumns): Mapping => columns.map(({ field }) => field)

/** Returns the import parameter `map`: field names with column numbers, "name=#1,price=#3". */
export const formatMapping = (mapping: Mapping) =>
  mapping.flatMap((field, index) => (field ? [`${field}=#${index + 1}`] : [])).join(',')

/** Parses the output of formatMapping for a list of that many columns. */
export function parseMapping(text: string, columns: number): Mapping {
  const mapping: string[] = Array(columns).fill('')
  for (const part of text.split(',')) {
    const [field = '', column = ''] = part.split('=#')
    mapping[Number(column) - 1] = field
  }
  return mapping
}

/** An error of a mapping: a required field is missing, or several columns have the same field. */
type MappingFault = { missing?: 'name' | 'price'; twice: readonly string[] }

/** Returns the error of a mapping; undefined if it is valid. */
export function checkMapping(mapping: Mapping): MappingFault | undefined {
  const twice = mapping.filter((field, index) => field && mapping.indexOf(field) !== index)
  if (!mapping.includes('name')) return { missing: 'name', twice }
  if (!mapping.includes('price') && !mapping.includes('sale_price')) return { missing: 'price', twice }
  return twice.length > 0 ? { twice } : undefined
}
