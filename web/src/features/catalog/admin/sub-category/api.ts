import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { SubCategory } from '../../api'
import type { TaxField } from '../product/product-form'

type SubCategoryInput = Pick<SubCategory, 'name' | 'names' | 'image'> & { category: string } & Partial<
    Record<TaxField, string>
  >

/** Creates a sub-category, or updates the one with this id. */
export const saveSubCategory = ({ _id, form }: { _id?: string; form: SubCategoryInput }) =>
  unwrapEnvelope(
    _id
      ? client.PUT('/api/subCategory/update', { body: { id: _id, ...form } })
      : client.POST('/api/subCategory/create', { body: form }),
  )

/** Deletes a sub-category. Refused with 409 if it has products. Returns the text of the toast. */
export const deleteSubCategory = async (id: string): Promise<string> =>
  (await readEnvelope(client.DELETE('/api/subCategory/delete', { body: { id } }))).message

/** Moves the products of a sub-category into another one and deletes it. Returns the text of the toast. */
export const mergeSubCategory = async (id: string, into: string): Promise<string> =>
  (await readEnvelope(client.POST('/api/subCategory/merge', { body: { id, into } }))).message
