import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** The program under test: one process with an address, a database and files of its own. */

const binary = join(import.meta.dirname, '../../bin/kirana')

export interface Server {
  url: string
  /** The data directory; the log is beside it. */
  data: string
  /** Empty for SQLite in the data directory. */
  databaseUrl: string
  settings?: Record<string, string>
}

export const logOf = ({ data }: Server) => `${data}.log`

/** Runs the server while `whileOpen` runs, and expects it to exit cleanly. */
export async function serve(server: Server, args: string[], whileOpen: () => Promise<void>) {
  const log = logOf(server)
  const output = openSync(log, 'a')
  const child = spawn(binary, ['serve', ...args], {
    stdio: ['ignore', output, output],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      KIRANA_ADDR: new URL(server.url).host,
      KIRANA_DATA_DIR: server.data,
      KIRANA_DATABASE_URL: server.databaseUrl,
      ...server.settings,
    },
  })
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => resolve(null))
  })
  try {
    await ready(server.url, child, log)
    await whileOpen()
    child.kill('SIGTERM')
    expect(await ended, `the shop drains and exits with 0; it said:\n${tail(log)}`).toBe(0)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

export async function freePort(): Promise<number> {
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

/** Creates a database in the cluster of scripts/with-postgres.sh, empty or from a template. Returns its URL. */
export function newDatabase(name: string, template = 'template1'): string {
  const cluster = process.env.KIRANA_TEST_DATABASE_URL
  if (!cluster) throw new Error('No PostgreSQL to test on: run this through scripts/with-postgres.sh')
  const create = `CREATE DATABASE ${name} TEMPLATE ${template}`
  runSQL(cluster, create)
  return cluster.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

/** Runs statements in a database of the cluster. */
export function runSQL(databaseUrl: string, statements: string) {
  execFileSync('psql', [
    '--no-psqlrc',
    '--quiet',
    '--set',
    'ON_ERROR_STOP=1',
    '--command',
    statements,
    databaseUrl,
  ])
}

async function ready(url: string, server: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + 45_000
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.pid === undefined) break
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${binary} did not become ready ('make build' builds it); it said:\n${tail(log)}`)
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').split('\n').slice(-40).join('\n')
}
