import { test } from '@playwright/test'

const path = process.env.WHOLE_CHROMIUM || '/usr/bin/chromium'

/** Runs a file's tests in full Chromium, for features that the headless shell lacks or renders differently. */
export function runInWholeBrowser({ without = [] }: { without?: string[] } = {}) {
  test.use({
    launchOptions: [
      async ({ launchOptions }, use) => {
        // The headless shell has no back/forward cache, for example: the test would wait in vain.
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
