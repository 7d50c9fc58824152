import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { buildIfChanged, ROOT } from './if-changed.ts'

const dist = join(ROOT, 'web/dist')

/** Compresses files at build time instead of on every request. */
function compress(): void {
  for (const path of globSync('**/*.{js,css,html,svg,webmanifest}', { cwd: dist })) {
    const file = join(dist, path)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    )
  }
}

export const buildWeb = () =>
  buildIfChanged({
    title: 'web app',
    sources: [
      'web/{src,public}/**/*',
      'web/*.{html,ts,json}',
      '{client,contract,recurrence,quick-add}/src/**/*.ts',
      'package-lock.json',
      'CHANGELOG.md',
    ],
    dist,
    async build() {
      await build({ configFile: join(ROOT, 'web/vite.config.ts'), logLevel: 'warn' })
      compress()
    },
  })

if (import.meta.main) await buildWeb()
