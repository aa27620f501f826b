import { texts } from './pictures-texts'

/** A file in a zip archive: its content, or why it was skipped. */
export type ZipEntry = { name: string; content: Blob } | { name: string; refusal: string }

const MAX_FILES = 20_000
const MAX_BYTES = 10 * 1024 * 1024
// Pictures are already compressed: a higher ratio indicates a zip bomb.
const MAX_RATIO = 100
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024

// Signatures and sizes from PKWARE's APPNOTE.TXT, 4.3.7, 4.3.12 and 4.3.16.
const END = { signature: 0x06054b50, size: 22, maxComment: 65_535 }
const DIRECTORY = { signature: 0x02014b50, size: 46 }
const LOCAL_SIZE = 30
const STORED = 0
const DEFLATED = 8
const FILE_TYPE = 0o170000
const REGULAR = 0o100000

type Header = {
  name: string
  locked: boolean
  method: number
  packed: number
  size: number
  mode: number
  at: number
}

/** Reads the files of a zip archive one at a time, to hold only one in memory. */
export async function* readZip(file: Blob): AsyncGenerator<ZipEntry> {
  for (const header of await readDirectory(file)) {
    const { name } = header
    if (name.endsWith('/') || isHidden(name)) continue
    const refusal = refuse(header)
    if (refusal) {
      yield { name, refusal }
      continue
    }
    const content = await unpack(file, header).catch(() => undefined)
    yield content ? { name, content } : { name, refusal: texts.unreadable }
  }
}

async function readDirectory(file: Blob): Promise<Header[]> {
  const tail = await viewOf(file.slice(-(END.size + END.maxComment)))
  let at = tail.byteLength - END.size
  while (at >= 0 && tail.getUint32(at, true) !== END.signature) at--
  if (at < 0) throw new Error(texts.zipBroken)
  const count = tail.getUint16(at + 10, true)
  const size = tail.getUint32(at + 12, true)
  const start = tail.getUint32(at + 16, true)
  if (count > MAX_FILES || size > MAX_DIRECTORY_BYTES) throw new Error(texts.tooManyFiles)
  const directory = await viewOf(file.slice(start, start + size))
  const headers: Header[] = []
  for (let from = 0; headers.length < count; ) {
    if (
      from + DIRECTORY.size > directory.byteLength ||
      directory.getUint32(from, true) !== DIRECTORY.signature
    ) {
      throw new Error(texts.zipBroken)
    }
    const nameLength = directory.getUint16(from + 28, true)
    const name = new Uint8Array(directory.buffer, from + DIRECTORY.size).slice(0, nameLength)
    headers.push({
      name: new TextDecoder().decode(name).replaceAll('\\', '/'),
      locked: (directory.getUint16(from + 8, true) & 1) !== 0,
      method: directory.getUint16(from + 10, true),
      packed: directory.getUint32(from + 20, true),
      size: directory.getUint32(from + 24, true),
      mode: directory.getUint32(from + 38, true) >>> 16,
      at: directory.getUint32(from + 42, true),
    })
    from +=
      DIRECTORY.size +
      nameLength +
      directory.getUint16(from + 30, true) +
      directory.getUint16(from + 32, true)
  }
  return headers
}

function refuse({ name, locked, method, packed, size, mode }: Header): string | undefined {
  if (name.startsWith('/') || name.split('/').includes('..')) return texts.leadsOut
  if ((mode & FILE_TYPE) !== 0 && (mode & FILE_TYPE) !== REGULAR) return texts.notAFile
  if (locked) return texts.locked
  if (size > MAX_BYTES) return texts.tooLarge
  if (size > MAX_RATIO * Math.max(packed, 1)) return texts.tooTight
  return method === STORED || method === DEFLATED ? undefined : texts.unreadable
}

async function unpack(file: Blob, { at, packed, method }: Header): Promise<Blob> {
  const local = await viewOf(file.slice(at, at + LOCAL_SIZE))
  const start = at + LOCAL_SIZE + local.getUint16(26, true) + local.getUint16(28, true)
  const content = file.slice(start, start + packed)
  if (method === STORED) return content
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: BlobPart[] = []
  let bytes = 0
  // The directory may state a wrong size: count the unpacked bytes.
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > MAX_BYTES) {
      await reader.cancel()
      throw new Error(texts.tooLarge)
    }
    parts.push(part.value as BlobPart)
  }
  return new Blob(parts)
}

function isHidden(name: string): boolean {
  return name.split('/').some((part) => part === '__MACOSX' || (part.startsWith('.') && part !== '..'))
}

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer())
