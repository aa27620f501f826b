import { defineConfig } from '@playwright/test'
import type { ShopOptions } from './e2e/shop'

// The whole matrix: every test at both widths on both databases, and pages in both themes.
const LONG = process.env.KIRANA_TEST_LONG === '1'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1280, height: 900 } }

// Otherwise a shopper's walks run on a phone, staff's on a desktop, and those tagged @both on each. What is matched has
// the file's path, the titles and the tags.
const SHOPPER = / shopper[/-]\S+\.spec|@both/
const STAFF = /^(?!.* shopper[/-]\S+\.spec)|@both/
const KIT = 'kit.spec.ts'

// Every worker starts its own shop from bin/kirana (see e2e/shop.ts): a copy of a demo that e2e/demo.ts fills once.
export default defineConfig<object, ShopOptions>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/demo.ts',
  outputDir: 'test-results',
  // Two cores: one browser and one shop keep each of them busy.
  workers: 2,
  timeout: 120_000,
  // Another version of the browser smooths letters otherwise: a pixel in a hundred of one component may differ.
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01 } },
  snapshotPathTemplate: '{testDir}/kit-screenshots/{arg}{ext}',
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
