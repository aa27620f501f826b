import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

/** `make screenshots`: every screen and dialog at both widths, in both themes, of a demo shop on SQLite. */
export default defineConfig({
  ...base,
  testDir: '.',
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
  projects: base.projects?.map((project) => ({
    ...project,
    name: project.name?.replace(/^.*-/, ''),
    use: { ...project.use, database: 'sqlite' },
  })),
})
