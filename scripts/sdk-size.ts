// npm run sdk-size: builds the SDK and prints the size table for its README.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sdkSizes } from './build/sdk-sizes.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'daymark-size-'))
try {
  execFileSync(process.execPath, [join(root, 'scripts/build/client.ts')], { stdio: 'ignore' })
  mkdirSync(join(folder, 'node_modules/@daymark'), { recursive: true })
  symlinkSync(join(root, 'client/dist'), join(folder, 'node_modules/@daymark/client'))
  for await (const { name, compressedKiB, minifiedKiB } of sdkSizes(folder))
    console.log(`| ${name} | ${compressedKiB.toFixed(1)} KiB | ${minifiedKiB.toFixed(1)} KiB |`)
} finally {
  rmSync(folder, { recursive: true })
}
