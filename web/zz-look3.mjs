import { readdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--allow-file-access-from-files'] })
const page = await browser.newPage({ viewport: { width: 1160, height: 1045 } })
for (const f of readdirSync('/tmp/sheets').filter((f) => f.endsWith('.html')).sort()) {
  await page.goto('file:///tmp/sheets/' + f, { waitUntil: 'load' })
  await page.screenshot({ path: '/tmp/sheets/' + f.replace('.html', '.png') })
}
await browser.close()
