// Builds the web app into web/dist; in development the API is that of a server on its usual port.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorker } from './service-worker-plugin.ts'

const server = process.env['DAYMARK_API'] ?? 'http://127.0.0.1:2614'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), serviceWorker()],
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0 },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/auth', '/config.json', '/health'].map(path => [path, { target: server, ws: true }]),
    ),
  },
})
