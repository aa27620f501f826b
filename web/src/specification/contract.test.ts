import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lint } from '@redocly/openapi-core'
import ts from 'typescript'
import { expect, onTestFinished, test } from 'vitest'

const DOCUMENT = join(import.meta.dirname, '../../../openapi.yaml')

test('the document of the calls is valid OpenAPI, without a warning', { timeout: 60_000 }, async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'info-license': 'off', // the API has no public license
      'no-ambiguous-paths': 'off', // GET /product/{id}/movements and DELETE /product/delete/{id} differ in their methods
    },
  })
  const problems = await lint({ ref: DOCUMENT, config })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
  ).toEqual([])
})

/** A client that posts sales, as a program in TypeScript would. The last line has a number for a key, a type error. */
const USE = `import { client } from './client.gen'
import { stockMoves } from './sdk.gen'
client.setConfig({ baseUrl: 'https://shop.example.com', auth: () => 'kt_secret' })
export async function sell(): Promise<number[]> {
  const moves = [{ sku: 'DAL-1', pieces: -2, reason: 'bill 1017' }]
  const { data, error } = await stockMoves({ body: { key: 'till-1017', moves } })
  if (!data) throw new Error(error.message)
  return data.data.map(({ stock }) => stock)
}
export const wrong = () => stockMoves({ body: { key: 1017, moves: [] } })`

// The web app itself uses the types of openapi-typescript.
test('a client generated from the document by a second generator compiles', {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await promisify(execFile)('npm', ['run', 'client', '--', '--output', folder])
  const use = join(folder, 'use.ts')
  await writeFile(use, USE)
  const program = ts.createProgram([join(folder, 'index.ts'), use], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  })
  const errors = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0
    return `${file?.fileName.slice(folder.length + 1)}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
  expect(errors).toEqual(["use.ts:10 Type 'number' is not assignable to type 'string'."])
})
