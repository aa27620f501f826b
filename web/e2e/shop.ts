import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'

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
}

/** The accounts that `serve --demo` makes. */
export const administrator = { email: 'admin@kirana.test', password: 'kirana-admin-demo' }
export const shopper = { email: 'shopper@kirana.test', password: 'kirana-shopper-demo' }

const binary = join(import.meta.dirname, '../../bin/kirana')

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
      const log = join(home, 'serve.log')
      const url = `http://${host}:${await freePort()}`
      const output = openSync(log, 'w')
      const env = {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        KIRANA_ADDR: new URL(url).host,
        KIRANA_DATA_DIR: join(home, 'data'),
        KIRANA_DATABASE_URL: database === 'postgres' ? newDatabase(`e2e_${worker.workerIndex}`) : '',
        ...settings,
      }
      const serve = async (args: string[], whileOpen: () => Promise<void>) => {
        const server = spawn(binary, ['serve', ...args], { stdio: ['ignore', output, output], env })
        const ended = new Promise<number | null>((resolve) => {
          server.once('exit', resolve)
          server.once('error', () => resolve(null))
        })
        try {
          await ready(url, server, log)
          await whileOpen()
          server.kill('SIGTERM')
          expect(await ended, `the shop drains and exits with 0; it said:\n${tail(log)}`).toBe(0)
        } finally {
          server.kill('SIGKILL')
          await ended
        }
      }
      const open = () =>
        use({
          url,
          mailTo: (address, pattern) => mailTo(join(home, 'data/mail'), address, pattern),
          output: () => readFileSync(log, 'utf8'),
        })
      try {
        if (demo !== 'never') await serve(['--demo'], demo ? open : async () => {})
        if (demo !== true) await serve([], open)
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

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** Makes an empty database in the cluster that scripts/with-postgres.sh has started; returns its address. */
function newDatabase(name: string): string {
  const cluster = process.env.KIRANA_TEST_DATABASE_URL
  if (!cluster) throw new Error('No PostgreSQL to test on: run this through scripts/with-postgres.sh')
  execFileSync('psql', ['--no-psqlrc', '--quiet', '--command', `CREATE DATABASE ${name}`, cluster])
  return cluster.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

async function ready(url: string, server: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + 45_000
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.pid === undefined) break
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${binary} did not become ready ('make build' builds it); it said:\n${tail(log)}`)
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').split('\n').slice(-40).join('\n')
}
