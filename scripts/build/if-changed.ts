// Rebuilds a part only if its sources have changed since the last build, so that nobody runs a stale build.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const ROOT = join(import.meta.dirname, '../..')

const CHECK_AGAIN_MS = 200
/** A build takes seconds, so an older lock belongs to a process that died. */
const STALE_MS = 180_000

export interface Part {
  /** The name shown in messages. */
  title: string
  /** Glob patterns, relative to the project root. */
  sources: readonly string[]
  /** The folder that `build` writes. */
  dist: string
  build(): Promise<void>
}

export async function buildIfChanged({ title, sources, dist, build }: Part): Promise<void> {
  const stamp = join(dist, '.sources')
  const current = fingerprint(sources)
  if (lastBuilt(stamp) === current) return
  await withLock(join(ROOT, 'node_modules', `.daymark-build-${title.replaceAll(' ', '-')}`), async () => {
    if (lastBuilt(stamp) === current) return
    console.log(`Building the ${title} …`)
    // In other modes, Vite might include development code in the bundle.
    process.env['NODE_ENV'] = 'production'
    await build()
    writeFileSync(stamp, current)
  })
}

function fingerprint(patterns: readonly string[]): string {
  const files = globSync([...patterns], { cwd: ROOT, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function lastBuilt(stamp: string): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

/** Prevents concurrent builds, because tests that build at the same time would overwrite each other's files. */
async function withLock(lock: string, work: () => Promise<void>): Promise<void> {
  while (!lockTaken(lock)) await sleep(CHECK_AGAIN_MS)
  try {
    await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function lockTaken(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > STALE_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}
