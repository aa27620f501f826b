import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const IN_BROWSER = 'src/**/*.browser.test.{ts,tsx}'

// Without a browser it says so, and units run all the same.
const found = spawnSync(join(import.meta.dirname, '../scripts/chromium.sh'), {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})

// The same browser and the same place as in playwright.config.ts.
const chromium = playwright({
  launchOptions: {
    executablePath: found.stdout.trim() || undefined,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
  contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' },
})

/** Units and screens in happy-dom; *.browser.test.* in Chromium, for what needs layout, focus or a real press. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: './vite.config.ts',
        test: {
          name: 'units',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [IN_BROWSER],
        },
      },
      {
        extends: './vite.config.ts',
        // Its own in each tree, also where trees share node_modules (tools/mutants).
        cacheDir: '../.cache/vite',
        // A library that is found only while tests run would reload them.
        optimizeDeps: {
          include: ['vitest-browser-react', 'axe-core', 'idb'],
          entries: ['src/entry-client.tsx', IN_BROWSER],
        },
        test: {
          name: 'browser',
          include: [IN_BROWSER],
          testTimeout: 20_000,
          expect: { poll: { timeout: 5_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: chromium,
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
