import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { DEMO_DATABASE, demoFolder } from './demo'
import { freePort, logOf, newDatabase, runSQL, type Server, serve } from './server'

export { expect }

export interface ShopOptions {
  /** Which database the worker's shop keeps its rows in. */
  database: 'sqlite' | 'postgres'
  /** Settings of the worker's shop, besides those that every one has. */
  settings: Record<string, string>
  /** Whether the shop is served as a demo; otherwise as a real shop with what a demo has put into it, or with nothing. */
  demo: boolean | 'never'
  /** A test file that changes the shop's settings, or uses up what one person may upload, names a shop of its own. */
  ownShop: string
  /** What the shop's address begins with: passkeys need a name. */
  host: string
  /** Who besides the shop its pages may ask: origins. */
  strangers: string[]
}

/** A running demo shop that belongs to one worker: what its tests buy, no other worker misses. */
export interface Shop {
  url: string
  /** The text of the newest mail to an address, once there is one that matches. */
  mailTo: (address: string, pattern: RegExp) => Promise<RegExpMatchArray>
  /** What the program has printed. */
  output: () => string
  /** Changes rows past the program; only a shop on PostgreSQL can. */
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
  strangers: [[], { option: true, scope: 'worker' }],

  shop: [
    async ({ database, settings, demo, host }, use, worker) => {
      const home = mkdtempSync(join(tmpdir(), 'kirana-e2e-'))
      const server = { url: `http://${host}:${await freePort()}`, data: join(home, 'data'), settings }
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

  // Whatever a test is about, no page may throw, break the content policy or call anyone whom it is not to call.
  quietPage: [
    async ({ page, shop, strangers }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`threw ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        // While it keeps a trace, Playwright itself asks for the previews of files that a browser cannot draw.
        if (message.text().startsWith("Connecting to 'blob:")) return
        if (message.text().includes('Content Security Policy')) complaints.push(message.text())
      })
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== shop.url && !strangers.includes(origin))
          complaints.push(`asked for ${request.url()}`)
      })
      await use(undefined)
      expect(complaints, 'what the page did that no page may do').toEqual([])
    },
    { auto: true },
  ],
})

// Without a mail server the shop keeps its mails in a folder, named so that the newest is the last.
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
