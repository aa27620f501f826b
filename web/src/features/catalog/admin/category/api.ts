import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { Category } from '../../api'

type CategoryInput = Pick<Category, 'name' | 'names' | 'image'>

/** Creates a category, or updates the one with this id. */
export const saveCategory = ({ _id, form }: { _id?: string; form: CategoryInput }) =>
  unwrapEnvelope(
    _id
      ? client.PUT('/api/category/update', { body: { id: _id, ...form } })
      : client.POST('/api/category/add-category', { body: form }),
  )

/** Deletes a category. Refused with 409 if it has sub-categories or products. Returns the text of the toast. */
export const deleteCategory = async (id: string): Promise<string> =>
  (await readEnvelope(client.DELETE('/api/category/delete', { body: { id } }))).message

/** Moves the content of a category into another one and deletes it. Returns the text of the toast. */
export const mergeCategory = async (id: string, into: string): Promise<string> =>
  (await readEnvelope(client.POST('/api/category/merge', { body: { id, into } }))).message

/** Moves a category before another, or to the end if `before` is undefined. */
export const moveCategory = (body: { id: string; before: string | undefined }) =>
  unwrapEnvelope(client.PUT('/api/category/move', { body }))
