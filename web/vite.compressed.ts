import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT_FILE = /\.(js|css|svg|txt)$/

/**
 * Writes each built file also compressed by brotli and gzip at their highest levels, for web/embed.go. Compressing at these
 * levels while serving would take too long.
 */
export function compressedFiles(): Plugin {
  let folder = ''
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, name)
        if (!TEXT_FILE.test(name)) continue
        const text = readFileSync(path)
        const params = {
          [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
          [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
          [zlib.BROTLI_PARAM_SIZE_HINT]: text.length,
        }
        for (const [ending, compressed] of [
          ['br', brotliCompressSync(text, { params })],
          ['gz', gzipSync(text, { level: zlib.Z_BEST_COMPRESSION })],
        ] as const)
          if (compressed.length < text.length) writeFileSync(`${path}.${ending}`, compressed)
      }
    },
  }
}
