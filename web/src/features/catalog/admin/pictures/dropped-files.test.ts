import { expect, test } from 'vitest'
import { droppedFiles } from './dropped-files'

const fileEntry = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
})

const folderEntry = (name: string, ...parts: object[][]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [...parts, []]
    return { readEntries: (resolve: (entries: object[]) => void) => resolve(left.shift() ?? []) }
  },
})

const dropOf = (...entries: (object | null)[]) => {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }))
  return { items } as unknown as DataTransfer
}

test('a dropped folder is read completely, with the names of its subfolders', async () => {
  const drop = dropOf(
    fileEntry('tomato.jpg'),
    // Dropped text is not a file.
    null,
    folderEntry(
      'goods',
      [fileEntry('salt.jpg'), folderEntry('Dal', [fileEntry('1.jpg')])],
      [fileEntry('rice.jpg')],
    ),
  )
  const found = await droppedFiles(drop)
  expect(found.map(({ name, file }) => `${name} ${file.name}`)).toEqual([
    'tomato.jpg tomato.jpg',
    'goods/salt.jpg salt.jpg',
    'goods/Dal/1.jpg 1.jpg',
    'goods/rice.jpg rice.jpg',
  ])
})
