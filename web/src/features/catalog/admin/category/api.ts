import { client, readEnvelope, unwrapEnvelope } from '@/lib/api'
import type { Category } from '../../api'

type CategoryInput = Pick<Category, 'name' | 'names' | 'image'>

/** Saves a new category, or changes the one with that id. */
export const saveCategory = ({ _id, form }: { _id?: string; form: CategoryInput }) =>
  unwrapEnvelope(
    _id
      ? client.PUT('/api/category/update', { body: { id: _id, ...form } })
      : client.POST('/api/category/add-category', { body: form }),
  )

export const deleteCategory = async (id: string): Promise<string> =>
  (await readEnvelope(client.DELETE('/api/category/delete', { body: { id } }))).message

/** Moves all that is in a category into another one and deletes it. Returns what to say. */
export const mergeCategory = async (id: string, into: string): Promise<string> =>
  (await readEnvelope(client.POST('/api/category/merge', { body: { id, into } }))).message

/** Puts a category before another, or last. */
export const moveCategory = (body: { id: string; before: string | undefined }) =>
  unwrapEnvelope(client.PUT('/api/category/move', { body }))
