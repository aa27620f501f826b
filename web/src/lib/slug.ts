import { type Named, ownNameOf } from './names'

/** A name and its id as one part of an address: spaces, commas and ampersands become hyphens. */
export function slugOf(record: Named & { _id: string }): string {
  // A slash, question mark, hash, percent sign or backslash would end or break the part, so it goes the same way.
  return `${ownNameOf(record).replace(/[\s,&/?#%\\]/g, '-')}-${record._id}`
}

/** Returns the id at the end of a slug, or undefined when the slug does not end in one. */
export function idOf(slug: string): string | undefined {
  const id = slug.slice(slug.lastIndexOf('-') + 1)
  return slug.includes('-') && /^[0-9a-z]{12,40}$/.test(id) ? id : undefined
}
