import { test } from '@playwright/test'

const path = process.env.WHOLE_CHROMIUM || '/usr/bin/chromium'

/** Runs a file's tests in a whole Chromium, for what the headless shell lacks or draws otherwise. */
export function runInWholeBrowser({ without = [] }: { without?: string[] } = {}) {
  test.use({
    launchOptions: [
      async ({ launchOptions }, use) => {
        // It has no back/forward cache, for one, and the test would wait for it in vain.
        if (/headless.?shell/.test(path)) throw new Error(`WHOLE_CHROMIUM names the headless shell ${path}.`)
        await use({
          ...launchOptions,
          executablePath: path,
          ignoreDefaultArgs: without,
        })
      },
      { scope: 'worker' },
    ],
  })
}
