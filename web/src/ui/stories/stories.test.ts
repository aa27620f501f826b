import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every component of the kit is shown on the development page', () => {
  const stories = readdirSync('src/ui/stories')
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(`src/ui/stories/${file}`, 'utf8'))
    .join('\n')
  const components = readdirSync('src/ui')
    .filter((file) => /\.tsx$/.test(file) && !/\.test\.tsx$/.test(file))
    .map((file) => file.replace('.tsx', ''))
  expect(components.filter((component) => !stories.includes(`'../${component}'`))).toEqual([])
})
