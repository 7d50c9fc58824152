// Builds the web app when its sources have changed since the last build, so that "npm start" always shows the current one.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'web/dist')
const stamp = join(dist, '.sources')

const sources = globSync(
  ['web/{src,public}/**/*', 'web/*.{html,ts,json}', '{client,contract}/src/**/*.ts', 'package-lock.json'],
  { cwd: root, withFileTypes: true },
)
  .filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath, entry.name))
  .sort()

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of sources) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function lastBuilt(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

/** Compressed once here, not at every request. */
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

const current = fingerprint()
if (lastBuilt() !== current) {
  console.log('Building the web app …')
  await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  compress()
  writeFileSync(stamp, current)
}
