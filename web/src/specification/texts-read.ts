import { join } from 'node:path'

/** The app's source files by their path in src, without tests. */
export const sources = new Map(
  Object.entries(
    import.meta.glob<string>(
      ['../**/*.{ts,tsx}', '!../**/*.test.*', '!../specification/**', '!../{schema.d,routeTree.gen}.ts'],
      { query: '?raw', import: 'default', eager: true },
    ),
  ).map(([path, source]) => [path.slice(3), source]),
)

/** The text modules with the objects that they export, by path and name. */
export const textModules = new Map(
  Object.entries(import.meta.glob<Record<string, object>>('../**/*texts.ts', { eager: true })).map(
    ([path, exported]) => [
      path.slice(3),
      Object.fromEntries(
        Object.entries(exported).filter(([name, texts]) => /texts$/i.test(name) && typeof texts === 'object'),
      ),
    ],
  ),
)

/** The named imports of each module: the imported file, with exported and local names. */
const imports = new Map(
  [...sources].map(([path, source]) => [
    path,
    [...source.matchAll(/import \{([^}]*)\} from '([^']+)'/g)].map(([, names = '', from = '']) => ({
      file: `${from.startsWith('@/') ? from.slice(2) : join(path, '..', from)}.ts`,
      names: names.split(',').map((part) => part.trim().split(' as ')),
    })),
  ]),
)

/** Returns the name that a module uses for an object of another module: the exported or the local one; undefined if it does not import it. */
function localName(path: string, file: string, name: string): string | undefined {
  if (path === file) return name
  for (const imported of imports.get(path) ?? []) {
    const found = imported.file === file && imported.names.find(([own]) => own === name)
    if (found) return found.at(-1)
  }
  return undefined
}

/** Returns the members of an object that modules read: as `texts.key`, by destructuring `{ key } = texts`, or indexed by 'key'. */
export function readMembers(
  file: string,
  name: string,
  members: string[],
  modules: ReadonlySet<string> | string[],
): Set<string> {
  const read = new Set<string>()
  for (const path of modules) {
    const local = localName(path, file, name)
    const source = sources.get(path)
    if (!local || source === undefined) continue
    for (const [, key = ''] of source.matchAll(new RegExp(`\\b${local}\\??\\.(\\w+)`, 'g'))) read.add(key)
    for (const [, keys = ''] of source.matchAll(new RegExp(`\\{([^{}]*)\\} = ${local}$`, 'gm')))
      for (const key of keys.split(',')) read.add(key.trim().split(':')[0] ?? '')
    if (source.includes(`${local}[`))
      for (const key of members)
        if ([...sources.values()].some((text) => text.includes(`'${key}'`))) read.add(key)
    // Passing the object to copyText counts as reading all of it.
    if (new RegExp(`copyText\\([^;]*, ${local}\\)`).test(source))
      for (const key of ['copied', 'notCopied']) read.add(key)
    // Members of an object spread into another are read through that other object.
    for (const [, heir = ''] of source.matchAll(
      new RegExp(`export const (\\w+) = \\{(?:\\s+\\.\\.\\.\\w+,)*\\s+\\.\\.\\.${local}\\b`, 'g'),
    ))
      for (const key of readMembers(path, heir, members, modules)) read.add(key)
  }
  return read
}
