/** A file and the name by which it is matched to a product. */
export type NamedFile = { name: string; file: File }

/** Returns the dropped files, including those in folders. The entries are read before the first await, since they are lost after the event. */
export async function droppedFiles({ items }: Pick<DataTransfer, 'items'>): Promise<NamedFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const found: NamedFile[] = []
  for (const entry of entries) await collect(entry, '', found)
  return found
}

async function collect(entry: FileSystemEntry, folder: string, found: NamedFile[]): Promise<void> {
  const name = folder + entry.name
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ name, file })
  } else if (isDirectory(entry)) {
    const reader = entry.createReader()
    // readEntries returns a part of the folder at a time, and [] at the end.
    for (let part = await read(reader); part.length > 0; part = await read(reader)) {
      for (const child of part) await collect(child, `${name}/`, found)
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const read = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
