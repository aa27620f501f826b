/** The paper sizes: rolls of 58 and 80 mm, or sheets. */
export const PAPERS = ['58', '80', 'a4'] as const
export type Paper = (typeof PAPERS)[number]

/** Returns the paper of a name in an address or a saved choice; undefined for another. */
export function paperOf(name: unknown): Paper | undefined {
  return PAPERS.find((known) => known === String(name))
}
