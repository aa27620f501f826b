import { join } from 'node:path'
import { expect, test } from 'vitest'

/** knip reports unused exports; the members of a module's object of texts are held here. */

const modules = import.meta.glob<Record<string, object>>('./**/*texts.ts', { eager: true })
const sources = Object.entries(
  import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.*', '!./specification/**', '!./schema.d.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

/** Returns the name by which a module has an object: its own, or that of its import; undefined without it. */
function localName(path: string, source: string, file: string, name: string): string | undefined {
  if (path === file) return name
  for (const [, names = '', from = ''] of source.matchAll(/import \{([^}]*)\} from '([^']+)'/g)) {
    const imported = from.startsWith('@/') ? from.slice(2) : join(path, '..', from)
    if (`./${imported}.ts` !== file && `${imported}.ts` !== file.slice(2)) continue
    const found = names.split(',').find((part) => part.trim().split(' as ')[0] === name)
    if (found) return found.trim().split(' as ').at(-1)
  }
  return undefined
}

/** Returns the members of an object that no module reads: as `texts.key`, out of `{ key } = texts`, or, indexed, by 'key'. */
function unusedMembers(file: string, name: string, members: string[]): string[] {
  const unused = new Set(members)
  for (const [path, source] of sources) {
    const local = localName(path, source, file, name)
    if (!local) continue
    for (const [, key = ''] of source.matchAll(new RegExp(`\\b${local}\\??\\.(\\w+)`, 'g')))
      unused.delete(key)
    for (const [, keys = ''] of source.matchAll(new RegExp(`\\{([^{}]*)\\} = ${local}$`, 'gm')))
      for (const key of keys.split(',')) unused.delete(key.trim().split(':')[0] ?? '')
    if (source.includes(`${local}[`))
      for (const key of unused) if (sources.some(([, text]) => text.includes(`'${key}'`))) unused.delete(key)
  }
  return [...unused]
}

test('each text is shown somewhere', () => {
  let count = 0
  const unused = Object.entries(modules).flatMap(([file, exported]) =>
    Object.entries(exported)
      .filter(([name, texts]) => /texts$/i.test(name) && typeof texts === 'object')
      .flatMap(([name, texts]) => {
        // Those that it takes over from another object belong to that one.
        const declared = sources.find(([path]) => path === file)?.[1] ?? ''
        const own = Object.keys(texts).filter((key) => new RegExp(`^  '?${key}'?[:,]`, 'm').test(declared))
        count += own.length
        return unusedMembers(file, name, own).map((key) => `${file} ${name}.${key}`)
      }),
  )
  expect(count).toBeGreaterThan(1000)
  expect(unused).toEqual([])
})
