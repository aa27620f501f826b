import { type Named, ownNameOf } from './names'

/** Returns a path segment of a record's name and id. Spaces, commas and ampersands become hyphens. */
export function slugOf(record: Named & { _id: string }): string {
  // Slash, question mark, hash, percent sign and backslash would break the path segment: hyphens, too.
  return `${ownNameOf(record).replace(/[\s,&/?#%\\]/g, '-')}-${record._id}`
}

/** Returns the id at the end of a slug; undefined if there is none. */
export function idOf(slug: string): string | undefined {
  const id = slug.slice(slug.lastIndexOf('-') + 1)
  return slug.includes('-') && /^[0-9a-z]{12,40}$/.test(id) ? id : undefined
}
