import { expect, test } from 'vitest'
import { readMembers, sources, textModules } from './specification/texts-read'

/** knip reports unused exports; the members of a module's object of texts are held here. */

test('each text is shown somewhere', () => {
  let count = 0
  const unused = [...textModules].flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, texts]) => {
      // Those that it takes over from another object belong to that one.
      const own = Object.keys(texts).filter((key) =>
        new RegExp(`^  '?${key}'?[:,]`, 'm').test(sources.get(file) ?? ''),
      )
      count += own.length
      const read = readMembers(file, name, own, [...sources.keys()])
      return own.filter((key) => !read.has(key)).map((key) => `${file} ${name}.${key}`)
    }),
  )
  expect(count).toBeGreaterThan(1000)
  expect(unused).toEqual([])
})

test('only the specification’s own questions are answered no with Cancel', () => {
  const cancels = [...sources].filter(([, source]) => /\bno: (?:'Cancel'|[\w.]*\bcancel\b)/.test(source))
  expect(cancels.map(([file]) => file).filter((file) => !file.startsWith('ui/stories/'))).toEqual([
    'lib/texts.ts',
  ])
  const asking = [...sources].filter(([, source]) => source.includes('.specifiedAnswers'))
  expect(asking.map(([file]) => file).sort()).toEqual([
    'features/address/shop/address-page.tsx',
    'features/catalog/admin/delete-dialog.tsx',
  ])
})
