import { join } from 'node:path'
import { createConfig, lint } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

test('the document of the calls is valid OpenAPI, without a warning', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'info-license': 'off', // the shop's calls are nobody's to copy
      'no-ambiguous-paths': 'off', // GET /product/{id}/movements, DELETE /product/delete/{id}: the methods differ
    },
  })
  const problems = await lint({
    ref: join(import.meta.dirname, '../../../openapi.yaml'),
    config,
  })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
  ).toEqual([])
})
