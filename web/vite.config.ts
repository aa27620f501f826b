import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const shop = process.env.KIRANA_DEV_SHOP ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, semicolons: false, quoteStyle: 'single' }),
    react(),
    tailwindcss(),
  ],
  resolve: { tsconfigPaths: true },
  server: { proxy: { '/api': shop, '/media': shop, '/testpay': shop } },
  // Small assets stay files: the content policy allows no data: fonts.
  build: { assetsInlineLimit: 0, target: 'es2022', modulePreload: { polyfill: false } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
})
