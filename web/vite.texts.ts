import { type ESTree, type Plugin, parseSync } from 'vite'

/**
 * Makes each entry of a module's object of texts an export of its own, and the object the module's namespace: a file then has
 * only the texts that some page shows, without their names. Of an object all come with the first.
 */
export function inlineTexts(): Plugin {
  return {
    name: 'inline-texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*texts\.ts$/ },
      handler: splitTexts,
    },
  }
}

type TextsObject = { name: string; entries: ESTree.ObjectPropertyKind[] }

function splitTexts(code: string, id: string): string | undefined {
  const { body } = parseSync(id, code).program
  for (const statement of body) {
    const texts = textsObject(statement)
    if (!texts) continue
    const exports = texts.entries.map((entry) =>
      entry.type === 'SpreadElement'
        ? `export * from '${sourceOf(entry, body, id)}'`
        : exportOf(entry, texts.name, code),
    )
    const namespace = `import * as ${texts.name} from '${id}'\nexport { ${texts.name} }`
    return [code.slice(0, statement.start), namespace, ...exports, code.slice(statement.end)].join('\n')
  }
  return undefined
}

/** Returns the object that a statement exports under a name that ends in texts; tables of constants stay as they are. */
function textsObject(statement: ESTree.Directive | ESTree.Statement): TextsObject | undefined {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
    return
  const [declarator] = statement.declaration.declarations
  const { id, init } = declarator ?? {}
  const object = init?.type === 'TSAsExpression' ? init.expression : init
  if (id?.type !== 'Identifier' || !/[tT]exts$/.test(id.name) || object?.type !== 'ObjectExpression') return
  return { name: id.name, entries: object.properties }
}

function exportOf({ key, value }: ESTree.ObjectProperty, object: string, code: string): string {
  const local = `${object}_${value.start}`
  // A name, or one in quotes: both may stand here as in the object.
  return `const ${local} = ${code.slice(value.start, value.end)}\nexport { ${local} as ${code.slice(key.start, key.end)} }`
}

/** Returns the module from which an object is imported whose entries another one takes over. */
function sourceOf({ argument }: ESTree.SpreadElement, body: ESTree.Program['body'], id: string): string {
  for (const statement of body)
    if (statement.type === 'ImportDeclaration' && argument.type === 'Identifier')
      if (statement.specifiers.some(({ local }) => local.name === argument.name))
        return statement.source.value
  throw new Error(`${id} takes over the entries of what it does not import`)
}
