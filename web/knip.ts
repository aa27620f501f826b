import type { KnipConfig } from 'knip'

export default {
  entry: [
    // The compiler imports them.
    'src/jsx/jsx-runtime.ts',
    'src/jsx/jsx-dev-runtime.ts',
    'src/routes/**/*.tsx!',
    'src/entry-server.tsx',
    'src/worker/worker.ts!',
    'src/styles/global.css',
    'src/ui/stories/main.tsx',
    // Imported only through an alias in vite.config.ts.
    'src/ui/create-icon.ts!',
    'e2e/pictures/*.ts',
  ],
  // Imported by text modules that vite.messages.ts has translated.
  ignoreDependencies: ['make-plural'],
  // Debian's packages, which scripts/setup.sh installs.
  ignoreBinaries: ['pdftoppm', 'psql'],
  project: ['src/**/*.{ts,tsx,css}', 'e2e/**/*.ts', 'vite.messages.ts'],
  // The fonts come from packages that only a stylesheet names.
  compilers: {
    css: (text: string) =>
      [...text.matchAll(/(?:@import\s+|url\()["']([^"']+)["']/g)]
        .map(([, path]) => `import '${path}'`)
        .join('\n'),
  },
} satisfies KnipConfig
