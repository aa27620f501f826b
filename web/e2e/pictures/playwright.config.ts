import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

/** `make screenshots`: every page at both widths, of a demo shop on SQLite. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'pictures.ts',
  projects: base.projects?.filter(({ name }) => name?.startsWith('sqlite-')),
})
