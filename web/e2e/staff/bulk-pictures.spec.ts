import { logInByAPI, picture, tokensOf } from '../administration'
import { axeViolations } from '../axe-violations'
import { administrator, expect, test } from '../shop'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Writes files into a zip without compressing them. */
function zipOf(...files: { name: string; buffer: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, buffer } of files) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt32LE(buffer.length, 20)
    header.writeUInt32LE(buffer.length, 24)
    header.writeUInt16LE(Buffer.byteLength(name), 28)
    header.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), buffer)
    directory.push(header, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + buffer.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const file = (name: string, colour: readonly [number, number, number]) => ({
  ...picture(name, colour),
  name,
})

test('pictures in a zip are matched to products, uncertain matches are taken or skipped, and a photograph is added', async ({
  page,
}) => {
  const { accessToken } = await tokensOf(page, administrator)
  const list = [
    'Name,Category,Sub-category,Price,Unit',
    ...['Morvo Malt', 'Morvo Salt', 'Quelle Rice'].map((name) => `${name},Morvo,Goods,50,1 kg`),
  ].join('\n')
  const imported = await page.request.post('/api/product/import?stock=5', {
    headers: { Authorization: `Bearer ${accessToken}` },
    multipart: { file: { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) } },
  })
  expect(imported.ok()).toBe(true)
  await logInByAPI(page, administrator)
  await page.goto('/dashboard/import')
  const panel = page.getByRole('region', { name: 'Pictures' })
  await panel.getByLabel('Pictures or a zip').setInputFiles({
    name: 'goods.zip',
    mimeType: 'application/zip',
    buffer: zipOf(
      file('goods/morvo-malt-1kg.png', [200, 30, 30]),
      file('goods/morvo.png', [30, 150, 40]),
      file('IMG_2041.png', [30, 40, 200]),
      { name: 'list.csv', buffer: Buffer.from('name,price') },
      { name: '../evil.png', buffer: Buffer.from('x') },
    ),
  })
  await expect(panel.getByText('1 added, 0 there already, 2 to look at, 2 left out.')).toBeVisible()
  await expect(panel.getByText('Its name leads out of the zip.')).toBeVisible()
  expect(await axeViolations(page), 'pictures to look at').toEqual([])

  await panel.getByRole('button', { name: 'Another product for IMG_2041.png' }).click()
  await panel.getByLabel('Search a product for IMG_2041.png').fill('Quelle')
  await panel.getByRole('button', { name: 'Quelle Rice, 1 kg' }).click()
  await expect(panel.getByRole('checkbox', { name: 'Take IMG_2041.png' })).toBeChecked()
  await panel.getByRole('checkbox', { name: 'Take goods/morvo.png' }).uncheck()
  await panel.getByRole('button', { name: 'Take 1 picture' }).click()
  await expect(page.getByText('1 picture taken.')).toBeVisible()
  await panel.getByRole('button', { name: 'Skip goods/morvo.png' }).click()
  await expect(panel.getByRole('heading', { name: 'Pictures to look at' })).toHaveCount(0)

  await panel.getByRole('button', { name: 'Photograph one after another' }).click()
  const dialog = page.getByRole('dialog', { name: 'Photographs, one after another' })
  const heading = dialog.getByRole('heading', { level: 3 })
  const name = (await heading.textContent())?.split(',')[0] ?? ''
  expect(await axeViolations(page), 'photographs').toEqual([])
  await dialog.getByLabel('Take a photograph').setInputFiles(file('photo.png', [200, 200, 30]))
  await expect(dialog.getByText(`Saved for ${name}.`)).toBeVisible()
  await expect(heading).not.toContainText(name)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.goto('/dashboard/products?q=Quelle')
  const card = page.getByRole('listitem').filter({ hasText: 'Quelle Rice' })
  await expect(card.locator('img').first()).toHaveAttribute('src', /\/media\//)
})
