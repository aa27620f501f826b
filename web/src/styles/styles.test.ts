import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`)
const sheets = files.filter((file) => file.endsWith('.css'))
const modules = sheets.filter((file) => file.endsWith('.module.css'))
const components = files.filter((file) => /\.tsx?$/.test(file))
const read = (file: string) => readFileSync(file, 'utf8')

test.each(modules)('%s is in the layer of its folder', (file) => {
  const [, folder = ''] = /^src\/(\w+)/.exec(file) ?? []
  const outside = read(file)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/@layer \w+ \{.*?\n\}/gs, '')
    .trim()
  expect(read(file)).toContain(`@layer ${folder} {`)
  expect(outside, 'rules without a layer').toBe('')
})

test('no two modules have the same name: class names are made from it', () => {
  const names = modules.map((file) => basename(file))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('every token is used', () => {
  const tokens = [...read('src/styles/tokens.css').matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)
  const used = sheets.map(read).join('\n')
  expect(
    [...new Set(tokens)].filter((name) => !used.includes(`var(${name})`) && !used.includes(`var(${name},`)),
  ).toEqual([])
})

test.each(sheets)('%s uses the tokens for z-index and the shared breakpoints', (file) => {
  const css = read(file)
  const levels = [...css.matchAll(/z-index:\s*([^;]+);/g)].map(([, value = '']) => value)
  expect(levels.filter((value) => !/^var\(--z-\w+\)$/.test(value))).toEqual([])
  // Media queries in em depend on the text size and are not breakpoints.
  const queries = [...css.matchAll(/@media[^{]+/g)].join().replace(/height < \w+/g, '')
  const widths = [...queries.matchAll(/[\d.]+px/g)].map(([width]) => width)
  expect(widths.filter((width) => !['385px', '480px', '768px', '1080px', '1200px'].includes(width))).toEqual(
    [],
  )
  expect(queries).not.toMatch(/(min|max)-width/)
})

test('every class of a module is used by a component', () => {
  const code = components.map((file) => [file, read(file)] as const)
  const dead = modules.flatMap((file) => {
    const importers = code.filter(([, text]) => text.includes(`/${basename(file)}'`))
    // For a class looked up by a variable, styles[tone], some code must name it in quotes or as a key.
    const takes = (local: string) =>
      importers.some(([, text]) => {
        const names = [...text.matchAll(/import (\w+) from '[^']*\.module\.css'/g)].map(([, name]) => name)
        return names.some(
          (name) =>
            new RegExp(`\\b${name}\\.${local}\\b`).test(text) ||
            (text.includes(`${name}[`) && named(local, code)),
        )
      })
    const locals = [
      ...read(file)
        .replace(/\/\*.*?\*\//gs, '')
        .matchAll(/\.([a-z]\w*)(?=[^{}]*\{)/gi),
    ].map(([, local = '']) => local)
    return [...new Set(locals)].filter((local) => !takes(local)).map((local) => `${file}: ${local}`)
  })
  expect(dead).toEqual([])
})

/** Reports whether some code names a class in quotes, as a key, or as the end of a template. */
function named(local: string, code: (readonly [string, string])[]): boolean {
  const word = local.replace(/^[a-z]+(?=\d+$)/, '')
  return code.some(([, text]) => new RegExp(`['"]${word}['"]|\\b${word}:`).test(text))
}

test('every class that a component uses is defined in its module', () => {
  const missing = components.flatMap((file) => {
    const code = read(file)
    return [...code.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)].flatMap(
      ([statement, name = '', path = '']) => {
        const css = read(new URL(path, `file://${process.cwd()}/${file}`).pathname)
        const taken = [...code.replace(statement, '').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(
          ([, local]) => local,
        )
        return taken
          .filter((local) => !new RegExp(`\\.${local}\\b`).test(css))
          .map((local) => `${file}: ${local}`)
      },
    )
  })
  expect(missing).toEqual([])
})
