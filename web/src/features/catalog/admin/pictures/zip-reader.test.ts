import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { texts } from './pictures-texts'
import { readZip } from './zip-reader'

type Entry = { name: string; content: string; deflated?: boolean; mode?: number; size?: number }

/** Writes a zip byte by byte, so that its headers can be wrong: `size` replaces the real size. */
function zipOf(...entries: Entry[]): Blob {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, deflated, mode = 0o100644, size } of entries) {
    const packed = deflated ? deflateRawSync(content) : Buffer.from(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt16LE(deflated ? 8 : 0, 10)
    header.writeUInt32LE(packed.length, 20)
    header.writeUInt32LE(size ?? content.length, 24)
    header.writeUInt16LE(Buffer.byteLength(name), 28)
    header.writeUInt32LE((mode << 16) >>> 0, 38)
    header.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(header, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return new Blob([Buffer.concat([...parts, ...directory, end])])
}

async function read(zip: Blob) {
  const found: string[] = []
  for await (const entry of readZip(zip)) {
    found.push(`${entry.name}: ${'refusal' in entry ? entry.refusal : await entry.content.text()}`)
  }
  return found
}

test('the files of a zip are read one after another, stored or deflated', async () => {
  const zip = zipOf(
    { name: 'goods/', content: '' },
    { name: 'goods/tomato.jpg', content: 'red' },
    { name: 'goods/नमक.jpg', content: 'white white white', deflated: true },
    { name: '__MACOSX/._tomato.jpg', content: 'x' },
  )
  expect(await read(zip)).toEqual(['goods/tomato.jpg: red', 'goods/नमक.jpg: white white white'])
})

test('dangerous entries are skipped with a reason', async () => {
  const zip = zipOf(
    { name: '../../tomato.jpg', content: 'x' },
    { name: '/etc/tomato.jpg', content: 'x' },
    { name: 'link.jpg', content: '/etc/passwd', mode: 0o120777 },
    { name: 'large.jpg', content: 'x', size: 11 * 1024 * 1024 },
    { name: 'bomb.png', content: '0'.repeat(5_000_000), deflated: true },
    // The header declares a smaller size than the content has.
    { name: 'liar.png', content: '0'.repeat(12_000_000), deflated: true, size: 1000 },
  )
  expect(await read(zip)).toEqual([
    `../../tomato.jpg: ${texts.leadsOut}`,
    `/etc/tomato.jpg: ${texts.leadsOut}`,
    `link.jpg: ${texts.notAFile}`,
    `large.jpg: ${texts.tooLarge}`,
    `bomb.png: ${texts.tooTight}`,
    `liar.png: ${texts.unreadable}`,
  ])
})

test('a file that is not a zip is refused', async () => {
  await expect(read(new Blob(['no zip at all']))).rejects.toThrow(texts.zipBroken)
})
