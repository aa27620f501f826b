import { test } from '@playwright/test'

/** Runs a file's tests in a whole Chromium, for what the headless shell lacks or draws otherwise. */
export function runInWholeBrowser({ without = [] }: { without?: string[] } = {}) {
  test.use({
    launchOptions: [
      async ({ launchOptions }, use) => {
        await use({
          ...launchOptions,
          executablePath: process.env.WHOLE_CHROMIUM || '/usr/bin/chromium',
          ignoreDefaultArgs: without,
        })
      },
      { scope: 'worker' },
    ],
  })
}
