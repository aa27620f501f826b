import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { preProcessFile } from 'typescript'
import { expect, test } from 'vitest'

/**
 * The parts of the app in dependency order: each may import itself and those before it. A new folder of features/ needs
 * its place here. Tests may import anything.
 */
const ORDER = [
  'schema',
  'pictures',
  'lib',
  'worker',
  'ui',
  'features/media',
  'features/account',
  'features/settings',
  'features/reach',
  'features/khata',
  'features/export',
  'features/catalog',
  'features/address',
  'features/cart',
  'features/payment',
  'features/bill',
  'features/books',
  'features/order',
  'features/tax',
  'features/purchase',
  'features/report',
  'features/complaint',
  'features/customer',
  'features/counter',
  'features/staff',
  'features/token',
  'features/webhook',
  'features/audit',
  'routes',
]
/** These folders, and modules directly in src, may import every feature. */
const TOP = ['jsx', 'server']

const SOURCE = import.meta.dirname

/** Returns a module's part and its folder within the part: '' for the part's public modules. */
function partOf(module: string): { part: string; folder: string } {
  const [top = '', feature = '', ...rest] = module.split('/')
  if (top !== 'features') return { part: top, folder: '' }
  return { part: `${top}/${feature}`, folder: rest.length > 1 ? String(rest[0]) : '' }
}

/** Returns why a module may not import another; undefined if it may. Both are paths in src. */
function refusal(from: string, to: string): string | undefined {
  const importer = partOf(from)
  if (TOP.includes(importer.part) || !from.includes('/')) return undefined
  const imported = partOf(to)
  const [at, target] = [importer, imported].map(({ part }) => ORDER.indexOf(part)) as [number, number]
  if (at < 0) return `${from} has no place in the order of imports`
  if (target < 0 || target > at) return `${from} may not import ${to}`
  const own = importer.part === imported.part && importer.folder === imported.folder
  if (own || imported.folder === '' || importer.part === 'routes') return undefined
  return `${to} is private to its folder, and ${from} imports it`
}

/** Returns the paths in src that a module imports. */
function importsOf(module: string): string[] {
  return preProcessFile(readFileSync(join(SOURCE, module), 'utf8')).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('@/')) return [fileName.slice(2)]
    return fileName.startsWith('.') ? [join(module, '..', fileName)] : []
  })
}

test('imports follow the dependency order', () => {
  const modules = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.|\.gen\.|^specification\//.test(path),
  )
  const refused = modules.flatMap((module) => importsOf(module).map((imported) => refusal(module, imported)))
  expect(refused.length).toBeGreaterThan(modules.length)
  expect(refused.filter(Boolean)).toEqual([])
})

test.each([
  ['lib/a', 'ui/b'],
  ['lib/a', 'router'],
  ['ui/a', 'features/media/b'],
  ['features/account/a', 'features/staff/api'],
  ['features/media/a', 'features/complaint/api'],
  ['features/order/a', 'features/catalog/shop/b'],
  ['features/order/shop/a', 'features/order/admin/b'],
  ['features/order/a', 'features/order/shop/b'],
  ['features/order/shop/a', 'routes/b'],
  ['features/new/a', 'lib/b'],
])('%s may not import %s', (from, to) => expect(refusal(from, to)).toBeDefined())

test.each([
  ['router', 'routes/a'],
  ['routes/a', 'features/order/admin/b'],
  ['features/order/admin/desk/a', 'features/order/admin/b'],
  ['features/order/admin/a', 'features/catalog/b'],
])('%s may import %s', (from, to) => expect(refusal(from, to)).toBeUndefined())
