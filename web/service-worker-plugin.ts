import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const source = join(import.meta.dirname, 'src/shell/service-worker.js')
const publicFolder = join(import.meta.dirname, 'public')

/** Not precached, because few devices need these files and none needs all of them. The browser caches the used ones. */
const KOREAN_FONT = /^assets\/noto-sans-kr-.*\.woff2$/

export const serviceWorker = (): Plugin => ({
  name: 'daymark-service-worker',
  apply: 'build',
  // Runs last, so that `bundle` contains every file.
  enforce: 'post',
  generateBundle(_options, bundle) {
    const built = Object.keys(bundle).filter(file => file.startsWith('assets/') && !KOREAN_FONT.test(file))
    const files = ['/', ...[...readdirSync(publicFolder), ...built].sort().map(file => `/${file}`)]
    const hash = createHash('sha256').update(files.join())
    for (const file of readdirSync(publicFolder).sort()) hash.update(readFileSync(join(publicFolder, file)))
    const text = readFileSync(source, 'utf8')
      .replace('__FILES__', JSON.stringify(files))
      .replace('__BUILD__', JSON.stringify(hash.digest('hex').slice(0, 12)))
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: text })
  },
})
