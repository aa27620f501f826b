import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts, { preProcessFile } from 'typescript'
import { describe, expect, test } from 'vitest'
import { catalogOf, compileMessage, textsOf, translate } from '../vite.messages'
import { readMembers, sources, textModules } from './specification/texts-read'

const MESSAGES = join(import.meta.dirname, '../messages')

/** The languages with catalogs. */
const LANGUAGES = readdirSync(MESSAGES)

/** Modules of staff pages that are not translated into a language. */
const ENGLISH: Record<string, RegExp> = {
  mr: /^features\/((?!order|settings)\w+\/admin|settings\/setup|audit|counter|customer|staff|tax|report)\/|^features\/settings\/admin\/(?!pause)|^routes\/(setup|join|dashboard\.(?!tsx|\$|profile|address|myorders|desk|orders|phone-order|pick-list)|-shell\/(admin-frame|desk-link))/,
}

/** Returns the modules of a language's pages: routes, entries and all that they import, also indirectly or dynamically. */
function modulesOf(language: string): Set<string> {
  const modules = new Set<string>()
  const queue = [...sources.keys()].filter((path) => /^(routes\/[^-]|entry-)/.test(path))
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (modules.has(path) || ENGLISH[language]?.test(path)) continue
    modules.add(path)
    for (const { fileName } of preProcessFile(sources.get(path) ?? '').importedFiles) {
      const imported = fileName.startsWith('@/') ? fileName.slice(2) : join(path, '..', fileName)
      const found = ['.ts', '.tsx'].map((ending) => imported + ending).find((name) => sources.has(name))
      if (found) queue.push(found)
    }
  }
  return modules
}

const translated = new Map(LANGUAGES.map((language) => [language, modulesOf(language)]))

/** Returns the keys of a module's texts that translated pages read. */
function keysOf(module: string, modules: Set<string>): string[] {
  if (!modules.has(module)) return []
  const read = new Map(
    Object.entries(textModules.get(module) ?? {}).map(([name, members]) => [
      name,
      readMembers(module, name, Object.keys(members), modules),
    ]),
  )
  const source = sources.get(module) ?? ''
  return textsOf(source)
    .filter(({ key, start, end }) => {
      const [name = '', member = ''] = key.split('.')
      // Tables of words that are not exported as texts count as read completely.
      return read.get(name)?.has(member) ?? (member !== '' && /[A-Za-z]{2}/.test(source.slice(start, end)))
    })
    .map(({ key }) => key)
}

describe.each(LANGUAGES)('in %s', (language) => {
  const modules = translated.get(language) ?? new Set()

  test('each text of a translated page has its message', () => {
    const missing = [...textModules.keys()].flatMap((module) => {
      const catalog = catalogOf(module, language)
      return keysOf(module, modules)
        .filter((key) => catalog[key] === undefined)
        .map((key) => `${module} ${key}`)
    })
    expect(missing).toEqual([])
  })

  test('each message has its text, with all of its slots and no others', () => {
    const files = readdirSync(join(MESSAGES, language), { recursive: true, encoding: 'utf8' })
    const wrong = files
      .filter((file) => file.endsWith('.json') && file !== 'index.html.json')
      .flatMap((file) => {
        const module = file.replace(/json$/, 'ts')
        const texts = new Map(textsOf(sources.get(module) ?? '').map((text) => [text.key, text.slots]))
        return Object.entries(catalogOf(module, language)).flatMap(([key, message]) => {
          const slots = texts.get(key)
          return slots ? refusal(message, slots) : `${file} ${key} has no text`
        })
      })
    expect(wrong).toEqual([])
  })
})

/** Returns why a message is invalid; [] if it is valid. */
function refusal(message: string, slots: string[]): string | [] {
  try {
    compileMessage(message, slots)
    return []
  } catch (reason) {
    return String(reason)
  }
}

test('a compiled message formats as its text', () => {
  const source = `export const texts = {
    plain: 'Add',
    named: (name: string) => \`Add \${name}\`,
    counted: (count: number) => (count === 1 ? '1 item' : \`\${count} items\`),
    nested: { wish: 'Leave it out' },
    listed: ['milk', 'bread'],
    kept: 'Kept',
  } as const`
  const catalog = {
    'texts.plain': 'जोड़ें `\\',
    'texts.named': 'जोड़ें: {name}',
    'texts.counted': '{count, plural, =0 {कुछ नहीं} one {# आइटम बचा} other {# आइटम बचे}}',
    'texts.nested.wish': 'छोड़ दें',
    'texts.listed.1': 'ब्रेड',
  }
  const body = translate(source, catalog, 'hi').replace(/^import.*$/gm, '')
  const code = ts.transpile(body.replace('export const texts =', 'return'))
  const texts = new Function('pluralRule', 'formatCount', code)(
    (count: number) => (count <= 1 ? 'one' : 'other'),
    String,
  )
  expect([texts.plain, texts.named('आटा'), texts.nested.wish, texts.listed, texts.kept]).toEqual([
    'जोड़ें `\\',
    'जोड़ें: आटा',
    'छोड़ दें',
    ['milk', 'ब्रेड'],
    'Kept',
  ])
  expect([0, 1, 2].map((count) => texts.counted(count))).toEqual(['कुछ नहीं', '1 आइटम बचा', '2 आइटम बचे'])
})

test.each([
  ['जोड़ें', ['name'], 'lacks the slot name'],
  ['जोड़ें: {nam}', ['name'], 'has the slot nam'],
  ['{count, plural, one {#}}', ['count'], 'other'],
])('the message “%s” of a text with the slots %s is refused', (message, slots, why) => {
  expect(() => compileMessage(message, slots)).toThrow(why)
})

/** Names and codes that are the same in every language. */
const NAMES = new Set([
  'CGST',
  'SGST',
  'IGST',
  'https://',
  'MRP',
  'kırana',
  'kirana',
  'Chakki Atta',
  'Mustard Oil',
  'Assam Tea',
  'Invalid string',
  'REFUND DUE',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a source
  '`Bearer ${accessToken}`',
])

/** Returns the sentences in a module's own source. */
function sentencesIn(module: string, source: string): string[] {
  const kind = module.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const sentences: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isNewExpression(node)) return
    const text = wordsOf(node)
    if (text && !NAMES.has(text.trim())) sentences.push(`${module}: ${text.trim()}`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(module, source, ts.ScriptTarget.Latest, true, kind))
  return sentences
}

const READ_OUT = [
  'aria-label',
  'aria-description',
  'title',
  'alt',
  'placeholder',
  'label',
  'hint',
  'description',
]

/** Returns the words that a node displays or announces; undefined for other nodes. */
function wordsOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return /\p{L}{2}/u.test(node.text.replace(/&\w+;/g, '')) ? node.text : undefined
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    return parts.some((part) => /(^|\s)[A-Za-z]{2,} ([A-Za-z]|$)/.test(part)) ? node.getText() : undefined
  }
  if (!ts.isStringLiteralLike(node)) return undefined
  const attribute = ts.isJsxAttribute(node.parent) ? node.parent.name.getText() : ''
  if (READ_OUT.includes(attribute)) return /[a-z]{2}/i.test(node.text) ? node.text : undefined
  return /^[A-Z][a-z]+ [A-Za-z]{2,}/.test(node.text) || /[a-z] [a-z]+ [a-z]+/.test(node.text)
    ? node.text
    : undefined
}

test('the code of translated pages has no sentences of its own', { timeout: 30_000 }, () => {
  // India's states are named as in the law and reasons as stored; the rules of printed pages are CSS.
  const besides =
    /texts\.ts$|^(features\/bill\/states|features\/order\/cancel-reasons|features\/counter\/return-reasons|features\/purchase\/write-off-reasons|lib\/page-rules)\.ts$/
  const modules = [...new Set([...translated.values()].flatMap((of) => [...of]))].filter(
    (module) => !besides.test(module),
  )
  expect(modules.length).toBeGreaterThan(300)
  expect(modules.flatMap((module) => sentencesIn(module, sources.get(module) ?? ''))).toEqual([])
})

test.each([
  ['<p>Add to cart</p>', 'Add to cart'],
  ['<b aria-label="Close" />', 'Close'],
  ["toast('Something went wrong')", 'Something went wrong'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a source
  ['`Only ${count} left`', 'Only'],
])('the sentence in %s is found', (source, sentence) => {
  expect(sentencesIn('a.tsx', source).join()).toContain(sentence)
})
