// Builds the web app if its sources have changed since the last build, so that `npm start` never serves an
// old build.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'web/dist')
const stamp = join(dist, '.sources')

const sources = globSync(
  [
    'web/{src,public}/**/*',
    'web/*.{html,ts,json}',
    '{client,contract,recurrence,quick-add}/src/**/*.ts',
    'package-lock.json',
  ],
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

/** Compresses files at build time instead of at every request. */
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

const lock = join(root, 'node_modules/.daymark-web-build')
const CHECK_AGAIN_MS = 200
/** A build takes seconds, so an older lock belongs to a process that has died. */
const STALE_MS = 180_000

/**
 * Prevents concurrent builds, because tests that build at the same time would overwrite each other's files.
 */
async function withLock(work: () => Promise<void>): Promise<void> {
  while (!lockTaken()) await sleep(CHECK_AGAIN_MS)
  try {
    await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function lockTaken(): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > STALE_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

const current = fingerprint()
if (lastBuilt() !== current) {
  await withLock(async () => {
    if (lastBuilt() === current) return
    console.log('Building the web app …')
    // In other modes, Vite might include development code in the bundle.
    process.env['NODE_ENV'] = 'production'
    await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
    compress()
    writeFileSync(stamp, current)
  })
}
