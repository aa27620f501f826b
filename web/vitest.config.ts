import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const IN_BROWSER = 'src/**/*.browser.test.{ts,tsx}'

// Without Chromium the units still run, with a message.
const found = spawnSync(join(import.meta.dirname, '../scripts/chromium.sh'), {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})

// The same browser, flags, locale and time zone as in playwright.config.ts.
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

const SCREENS = ['src/**/*.test.tsx', 'src/specification/**/*.test.ts']

/** Tests that fail in a context of vmThreads: it has neither Node's BroadcastChannel nor a stubbed IntersectionObserver. */
const IN_PROCESSES = ['src/specification/two-tabs.test.ts', 'src/lib/prefetch-in-view.test.tsx']

/**
 * The timeout in ms of tests that render the whole app. vi.setConfig would set it for the first file of a worker only.
 */
const SCREEN_TIMEOUT = 60_000

/** Unit and screen tests run in happy-dom; *.browser.test.* run in Chromium, for layout, focus and real input. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: './vite.config.ts',
        test: {
          name: 'units',
          environment: 'happy-dom',
          include: ['src/**/*.test.ts'],
          exclude: [IN_BROWSER, ...SCREENS],
          // One environment and one copy of the modules for all files of a worker: a new one costs each file a second.
          isolate: false,
          setupFiles: ['./dev/empty-storage.ts'],
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'screens',
          environment: 'happy-dom',
          testTimeout: SCREEN_TIMEOUT,
          include: SCREENS,
          exclude: [IN_BROWSER, ...IN_PROCESSES],
          // A process for each file, which loads happy-dom and the app anew, takes twice the processor time.
          pool: 'vmThreads',
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'screens in processes',
          environment: 'happy-dom',
          include: IN_PROCESSES,
          testTimeout: SCREEN_TIMEOUT,
        },
      },
      {
        extends: './vite.config.ts',
        // Per worktree, even if worktrees share node_modules (tools/mutants).
        cacheDir: '../.cache/vite',
        // A dependency discovered during a test run would reload the tests.
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
