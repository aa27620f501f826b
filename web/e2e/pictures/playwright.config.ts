import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

/** `make screenshots`: every screen and dialog at both widths, in both themes, of a demo shop on SQLite. */
export default defineConfig({
  ...base,
  testDir: '.',
  // Playwright resolves a configured path relative to this folder.
  globalSetup: join(import.meta.dirname, '../demo.ts'),
  outputDir: '../../test-results',
  testMatch: [
    'shop.ts',
    'account.ts',
    'payment.ts',
    'administration.ts',
    'desk.ts',
    'running.ts',
    'setup.ts',
  ],
  // The widths of the tests, without the rule which tests run at which width.
  projects: base.projects?.map((project) => ({
    ...project,
    name: project.name?.replace(/^.*-/, ''),
    grep: /./,
    use: { ...project.use, database: 'sqlite' },
  })),
})
