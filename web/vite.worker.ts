import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Adds the service worker as one script at the root, under a name without a hash: its scope is the folder that it is
 * served from, and browsers look for a new version under the known name.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        resolve: { alias: { '@': join(import.meta.dirname, 'src') } },
        build: {
          write: false,
          target: 'es2022',
          rolldownOptions: { input: 'src/worker/worker.ts', output: { format: 'iife' } },
        },
      })
      if (!('output' in built)) throw new Error('the service worker is not one bundle')
      for (const file of built.output)
        if (file.type === 'chunk') this.emitFile({ type: 'asset', fileName: 'worker.js', source: file.code })
    },
  }
}
