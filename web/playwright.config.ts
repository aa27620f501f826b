import { defineConfig } from '@playwright/test'
import type { ShopOptions } from './e2e/shop'

// The full matrix: every test at both widths and on both databases, and pages in both themes.
const LONG = process.env.KIRANA_TEST_LONG === '1'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1280, height: 900 } }

// By default shoppers' tests run on a phone, staff's on a desktop, and those tagged @both on each. The pattern is matched
// against file path, titles and tags.
const SHOPPER = / shopper[/-]\S+\.spec|@both/
const STAFF = /^(?!.* shopper[/-]\S+\.spec)|@both/
const KIT = 'kit.spec.ts'

// Each worker starts a shop of its own from bin/kirana (see e2e/shop.ts): a copy of the demo that e2e/demo.ts fills once.
export default defineConfig<object, ShopOptions>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/demo.ts',
  outputDir: 'test-results',
  // For two cores: a browser and a shop keep each core busy.
  workers: 2,
  timeout: 120_000,
  // Browser versions differ in font smoothing: allow 1 % of a component's pixels to differ.
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01 } },
  snapshotPathTemplate: '{testDir}/kit-screenshots/{arg}{ext}',
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // A press on a covered element fails with its own message before the test's timeout.
    actionTimeout: 30_000,
    // Traces cost a third of the run time: TRACE=1 keeps those of failed tests.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // page.route does not see a service worker's requests; the worker's own test allows it.
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
  projects: [
    { name: 'kit', testMatch: KIT, use: desktop },
    shops('sqlite-phone', 'sqlite', phone, SHOPPER),
    shops('postgres-desktop', 'postgres', desktop, STAFF),
    ...(LONG ? [shops('sqlite-desktop', 'sqlite', desktop), shops('postgres-phone', 'postgres', phone)] : []),
  ],
})

function shops(name: string, database: ShopOptions['database'], device: object, grep = /./) {
  return { name, testIgnore: KIT, grep: LONG ? /./ : grep, use: { ...device, database } }
}
