// Under `npm run dev`, API requests are proxied to DAYMARK_API.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstChunk } from './first-chunk.ts'
import { news } from './news-plugin.ts'
import { preloadFont } from './preload-plugin.ts'
import { SERVER_PATHS } from './server-paths.ts'
import { serviceWorker } from './service-worker-plugin.ts'

const target = process.env['DAYMARK_API'] ?? 'http://127.0.0.1:2614'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), news(), preloadFont(), serviceWorker()],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [firstChunk] } } },
  },
  server: {
    // Compiles these files at startup, so that the first page loads faster.
    warmup: { clientFiles: ['./src/main.tsx', './src/*/page.tsx'] },
    proxy: Object.fromEntries(SERVER_PATHS.map(path => [path, { target, ws: true }])),
  },
})
