import { defineConfig } from '@playwright/test'
import type { ShopOptions } from './e2e/shop'

// A text that no form was made for is the same text at every width: one project is enough.
const BAD_INPUT = 'limits.spec.ts'

// Every worker starts its own shop from bin/kirana (see e2e/shop.ts), so this file starts no server.
export default defineConfig<object, ShopOptions>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // Two cores: one browser and one shop keep each of them busy.
  workers: 2,
  timeout: 120_000,
  // Another version of the browser smooths letters otherwise: a pixel in a hundred of one component may differ.
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01 } },
  snapshotPathTemplate: '{testDir}/kit-screenshots/{projectName}/{arg}{ext}',
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // A trace costs a third of a run: TRACE=1 keeps one of every failed test.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Their requests pass page.route by; the test of the worker allows them.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium-headless-shell',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // Every page at both widths, and on both databases.
  projects: [
    {
      name: 'sqlite-phone',
      testIgnore: BAD_INPUT,
      use: { database: 'sqlite', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'postgres-desktop', use: { database: 'postgres', viewport: { width: 1280, height: 900 } } },
  ],
})
