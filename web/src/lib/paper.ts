/** The paper sizes: rolls of 58 and 80 mm, and A4 sheets. */
export const PAPERS = ['58', '80', 'a4'] as const
export type Paper = (typeof PAPERS)[number]

/** Parses a paper from a search parameter or a saved choice; undefined if it is unknown. */
export function paperOf(name: unknown): Paper | undefined {
  return PAPERS.find((known) => known === String(name))
}
