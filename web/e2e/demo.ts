import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, newDatabase, serve } from './server'

/** The demo database, filled once per run for each database system. Every test shop starts as a copy of it. */

export const DEMO_DATABASE = 'e2e_demo'

const folder = () => process.env.KIRANA_E2E_DEMO ?? ''

export const demoFolder = (database: string) => join(folder(), database)

/** Playwright calls this before the first test, and the returned function after the last. */
export default async function fillDemos() {
  process.env.KIRANA_E2E_DEMO = mkdtempSync(join(tmpdir(), 'kirana-e2e-demo-'))
  const fill = async (database: string, databaseUrl: string) =>
    serve(
      { url: `http://127.0.0.1:${await freePort()}`, data: demoFolder(database), databaseUrl },
      ['--demo'],
      async () => {},
    )
  const fills = [fill('sqlite', '')]
  // Without PostgreSQL only tests on SQLite run; the others fail with a message.
  if (process.env.KIRANA_TEST_DATABASE_URL) fills.push(fill('postgres', newDatabase(DEMO_DATABASE)))
  await Promise.all(fills)
  return () => rmSync(folder(), { recursive: true, force: true })
}
