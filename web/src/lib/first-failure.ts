/** A query, or another part of a page that is loaded. */
type Part = { error: unknown; refetch: () => unknown }

/** Returns the props of `LoadingFailed` for the first part that failed to load. Each part has the title of its failure. */
export function firstFailure(...parts: (readonly [part: Part, title: string])[]) {
  const failed = parts.find(([{ error }]) => error)
  if (!failed) return
  const [{ error: reason, refetch: retry }, title] = failed
  return { reason, title, retry }
}
