import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from '@messageformat/parser'
import ts from 'typescript'
import type { Plugin } from 'vite'

type Tokens = ReturnType<typeof parse>
type Token = Tokens[number] | { type: 'octothorpe' }

/** The language of the source, which needs no catalog. */
export const SOURCE_LANGUAGE = 'en'

/** The language of this build: the name of a folder in messages/. */
export const language = process.env.WEB_LANGUAGE ?? SOURCE_LANGUAGE

const SOURCE = join(import.meta.dirname, 'src')
const MESSAGES = join(import.meta.dirname, 'messages')

/** A text of a text module: a string, or a function whose parameters are the message's slots. */
export type Text = {
  /** Its path in the module, such as cartTexts.lineRemoved. */
  key: string
  slots: string[]
  /** The position of the string or the function's body in the source. */
  start: number
  end: number
}

/** Returns the texts of a module: all strings and functions in the object literals that it declares. */
export function textsOf(source: string): Text[] {
  const file = ts.createSourceFile('texts.ts', source, ts.ScriptTarget.Latest, true)
  const texts: Text[] = []
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (initializer) addTexts(initializer, name.getText(), texts)
  }
  return texts
}

function addTexts(node: ts.Expression, key: string, texts: Text[]) {
  const inner = withoutTypes(node)
  if (ts.isObjectLiteralExpression(inner)) {
    for (const property of inner.properties)
      if (ts.isPropertyAssignment(property))
        addTexts(property.initializer, `${key}.${nameOf(property.name)}`, texts)
  } else if (ts.isArrayLiteralExpression(inner)) {
    for (const [index, element] of inner.elements.entries()) addTexts(element, `${key}.${index}`, texts)
  } else if (ts.isStringLiteralLike(inner)) {
    texts.push({ key, slots: [], start: inner.getStart(), end: inner.end })
  } else if (ts.isArrowFunction(inner)) {
    const slots = inner.parameters.flatMap(({ name }) => slotsOf(name))
    texts.push({ key, slots, start: inner.body.getStart(), end: inner.body.end })
  }
}

function withoutTypes(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? withoutTypes(node.expression)
    : node
}

const nameOf = (name: ts.PropertyName) => (ts.isStringLiteralLike(name) ? name.text : name.getText())

function slotsOf(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? slotsOf(element.name) : []))
}

/** Compiles an ICU MessageFormat message to a JavaScript expression of its slots. Throws for a slot that is not a parameter of the text. */
export function compileMessage(message: string, slots: string[]): string {
  const missing = new Set(slots)
  const expression = compileTokens(parse(message, { strictPluralKeys: false }), (name) => {
    if (!slots.includes(name)) throw new Error(`“${message}” has the slot ${name}, and its text has none.`)
    missing.delete(name)
    return name
  })
  if (missing.size > 0) throw new Error(`“${message}” lacks the slot ${[...missing].join(', ')}.`)
  return expression
}

function compileTokens(tokens: Token[], slot: (name: string) => string, counted?: string): string {
  const parts = tokens.map((token) => {
    switch (token.type) {
      case 'content':
        return token.value.replace(/[`\\]|\$\{/g, '\\$&')
      case 'argument':
        return `\${${slot(token.arg)}}`
      case 'octothorpe':
        return `\${formatCount(${counted})}`
      case 'function':
        if (token.key !== 'number') throw new Error(`${token.key} has no place in a message.`)
        return `\${formatCount(${slot(token.arg)})}`
      case 'plural':
      case 'select':
        return `\${${compileCases(token, slot, counted)}}`
      default:
        throw new Error(`${token.type} has no place in a message.`)
    }
  })
  return `\`${parts.join('')}\``
}

type Choice = Extract<Tokens[number], { cases: unknown }>

/** Compiles a plural or select argument to conditional expressions, with "other" last. */
function compileCases(
  { type, arg, cases }: Choice,
  slot: (name: string) => string,
  counted?: string,
): string {
  const value = slot(arg)
  const compiled = new Map(
    cases.map(({ key, tokens }) => [key, compileTokens(tokens, slot, type === 'plural' ? value : counted)]),
  )
  const fallback = compiled.get('other')
  if (fallback === undefined) throw new Error(`The choice by ${arg} has no case "other".`)
  compiled.delete('other')
  const condition = (key: string) => {
    if (type === 'select') return `String(${value}) === ${JSON.stringify(key)}`
    return key.startsWith('=')
      ? `${value} === ${key.slice(1)}`
      : `pluralRule(${value}) === ${JSON.stringify(key)}`
  }
  const chain = [...compiled].map(([key, text]) => `${condition(key)} ? ${text} : `).join('')
  return `(${chain}${fallback})`
}

/** Returns the catalog of a module in a language: its messages by key. */
export function catalogOf(module: string, of = language): Record<string, string> {
  const file = join(MESSAGES, of, `${module.replace(/\.ts$/, '')}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Returns a text module in another language. Texts without a message stay in the source language. */
export function translate(source: string, catalog: Record<string, string>, rule: string): string {
  let translated = source
  for (const { key, slots, start, end } of textsOf(source).reverse()) {
    const message = catalog[key]
    if (message !== undefined)
      translated = translated.slice(0, start) + compileMessage(message, slots) + translated.slice(end)
  }
  if (translated.includes('pluralRule('))
    translated = `import { ${rule} as pluralRule } from 'make-plural/cardinals'\n${translated}`
  if (translated.includes('formatCount(') && !source.includes('formatCount'))
    translated = `import { formatCount } from '@/lib/count'\n${translated}`
  return translated
}

/** The folder of the server's unit words, which the web app shares. */
const SERVER = join(import.meta.dirname, '../internal/language')

/** Returns the unit words of a language, by their English spellings; '' for a measure, which is not translated. */
export function unitWordsOf(of: string): Record<string, string> {
  const { words, measures } = JSON.parse(readFileSync(join(SERVER, 'units.json'), 'utf8'))
  const messages = JSON.parse(readFileSync(join(SERVER, `messages/${of}.json`), 'utf8'))
  const forms = Object.entries<string>(words).flatMap(([word, written]) =>
    written.split(' ').map((form) => [form, messages[`${word}|unit`]]),
  )
  return Object.fromEntries([...forms, ...measures.split(' ').map((measure: string) => [measure, ''])])
}

/** The output folder. A build in another language goes to a hidden folder inside the source language's. */
export const outDir = language === SOURCE_LANGUAGE ? 'dist' : `dist/.${language}`

/** Replaces the texts of text modules and index.html by those of the built language, so that a build contains one language. */
export function messages(): Plugin {
  return {
    name: 'messages',
    enforce: 'pre',
    config: () => ({
      define: {
        'import.meta.env.LANGUAGE': JSON.stringify(language),
        'import.meta.env.UNIT_WORDS':
          language === SOURCE_LANGUAGE ? 'undefined' : JSON.stringify(unitWordsOf(language)),
      },
    }),
    transform: {
      filter: { id: /texts\.ts$/ },
      handler(code, id) {
        if (language === SOURCE_LANGUAGE) return
        return { code: translate(code, catalogOf(relative(SOURCE, id)), language), map: null }
      },
    },
    transformIndexHtml(html) {
      if (language === SOURCE_LANGUAGE) return html
      const { noscript = '' } = catalogOf('index.html')
      return html
        .replace(`lang="${SOURCE_LANGUAGE}-IN"`, `lang="${language}-IN"`)
        .replace(
          /<p>(<!--name-->.*?<!--\/name-->).*?<\/p>/,
          (_, name) => `<p>${noscript.replace('{shop}', name)}</p>`,
        )
    },
  }
}

/** Deletes files of a translated build that equal the source build's: styles, fonts and pictures. */
export function sharedFiles(): Plugin {
  return {
    name: 'shared-files',
    apply: 'build',
    closeBundle() {
      if (language === SOURCE_LANGUAGE) return
      const [own, shared] = [outDir, 'dist'].map((folder) => join(import.meta.dirname, folder, 'assets')) as [
        string,
        string,
      ]
      const names = new Set(readdirSync(shared))
      for (const name of readdirSync(own)) if (names.has(name)) rmSync(join(own, name))
    },
  }
}
