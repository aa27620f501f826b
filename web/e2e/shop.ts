import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { DEMO_DATABASE, demoFolder } from './demo'
import { freePort, logOf, newDatabase, runSQL, type Server, serve } from './server'

export { expect }

export interface ShopOptions {
  /** The database of the worker's shop. */
  database: 'sqlite' | 'postgres'
  /** Settings of the worker's shop, in addition to the common ones. */
  settings: Record<string, string>
  /** Whether the shop is served with --demo; otherwise as a real shop with the demo's data, or ('never') without any. */
  demo: boolean | 'never'
  /** The name of a separate shop, for test files that change settings; files with the same name may share one. */
  ownShop: string
  /** The host name of the shop's URL: passkeys need a name. */
  host: string
  /** Further origins that pages may request. */
  allowedOrigins: string[]
}

/** One shopper orders and logs in for every test, faster than a shop allows one person. */
const COMMON = { KIRANA_RATE_LIMITS: 'off' }

/** A running demo shop of one worker: its tests do not affect other workers. */
export interface Shop {
  url: string
  /** Waits for a mail to an address whose text matches, and returns the match. */
  mailTo: (address: string, pattern: RegExp) => Promise<RegExpMatchArray>
  /** Returns the program's output. */
  output: () => string
  /** Changes rows directly in the database; PostgreSQL only. */
  runSQL: (statements: string) => void
}

/** The accounts that `serve --demo` makes. */
export const administrator = { email: 'admin@kirana.test', password: 'kirana-admin-demo' }
export const shopper = { email: 'shopper@kirana.test', password: 'kirana-shopper-demo' }

export const test = base.extend<{ quietPage: undefined }, ShopOptions & { shop: Shop }>({
  database: ['sqlite', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  demo: [true, { option: true, scope: 'worker' }],
  ownShop: ['', { option: true, scope: 'worker' }],
  host: ['127.0.0.1', { option: true, scope: 'worker' }],
  allowedOrigins: [[], { option: true, scope: 'worker' }],

  shop: [
    async ({ database, settings, demo, host }, use, worker) => {
      const home = mkdtempSync(join(tmpdir(), 'kirana-e2e-'))
      const server = {
        url: `http://${host}:${await freePort()}`,
        data: join(home, 'data'),
        settings: { ...COMMON, ...settings },
      }
      const name = `e2e_${worker.workerIndex}`
      const shop: Server = {
        ...server,
        databaseUrl:
          database === 'postgres' ? newDatabase(name, demo === 'never' ? undefined : DEMO_DATABASE) : '',
      }
      const open = () =>
        use({
          url: shop.url,
          mailTo: (address, pattern) => mailTo(join(shop.data, 'mail'), address, pattern),
          output: () => readFileSync(logOf(shop), 'utf8'),
          runSQL: (statements) => runSQL(shop.databaseUrl, statements),
        })
      try {
        if (demo !== 'never') cpSync(demoFolder(database), shop.data, { recursive: true })
        await serve(shop, demo === true ? ['--demo'] : [], open)
      } finally {
        rmSync(home, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ shop }, use) => use(shop.url),

  // In every test pages must not throw, violate the content security policy, or request other origins.
  quietPage: [
    async ({ page, shop, allowedOrigins }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`threw ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        // While tracing, Playwright itself requests previews of files that a browser cannot display.
        if (message.text().startsWith("Connecting to 'blob:")) return
        if (message.text().includes('Content Security Policy')) complaints.push(message.text())
      })
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== shop.url && !allowedOrigins.includes(origin))
          complaints.push(`asked for ${request.url()}`)
      })
      await use(undefined)
      expect(complaints, 'what the page did that no page may do').toEqual([])
    },
    { auto: true },
  ],
})

// Without a mail server the shop writes mails to a folder, named in order of time.
async function mailTo(folder: string, address: string, pattern: RegExp): Promise<RegExpMatchArray> {
  let found: RegExpMatchArray | null = null
  await expect(() => {
    const mails = readdirSync(folder)
      .sort()
      .map((name) =>
        readFileSync(join(folder, name), 'utf8')
          .replace(/=\r?\n/g, '')
          .replace(/=3D/g, '='),
      )
    found =
      mails
        .filter((mail) => mail.includes(`<${address}>`))
        .map((mail) => mail.match(pattern))
        .findLast((match) => match !== null) ?? null
    expect(found, `a mail to ${address} that says ${pattern}`).not.toBeNull()
  }).toPass({ timeout: 20_000 })
  return found ?? ['']
}
