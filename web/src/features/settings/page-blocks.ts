export type Block = { kind: 'heading' | 'paragraph'; text: string }

/** Splits a page's plain text at blank lines into headings ("# Returns") and paragraphs. */
export function pageBlocks(text: string): Block[] {
  const blocks: Block[] = []
  for (const part of text.replaceAll('\r', '').split(/\n(?=#)|\n\s*\n/)) {
    const [first = '', ...rest] = part.trim().split('\n')
    const heading = /^#+\s*(.+)/.exec(first)?.[1]
    if (heading) blocks.push({ kind: 'heading', text: heading })
    const paragraph = (heading ? rest : [first, ...rest]).join('\n').trim()
    if (paragraph) blocks.push({ kind: 'paragraph', text: paragraph })
  }
  return blocks
}
