// npm run sdk-size: measures how much the published SDK adds to a page, minified and compressed.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const PROGRAMS = {
  'one operation': `export { connect } from '@daymark/client/connection'
export { list } from '@daymark/client/operations/todos'`,
  'all operations': `import { operations } from '@daymark/client/operations'
export { connect } from '@daymark/client/connection'
export default operations`,
  'live connection and outbox, with one operation': `export { connect } from '@daymark/client/connection'
export { create } from '@daymark/client/operations/todos'
export { LiveConnection } from '@daymark/client/live/live'
export { indexedDbStorage } from '@daymark/client/outbox/indexed-db'`,
  'everything (createClient)': "export { createClient, indexedDbStorage } from '@daymark/client'",
}

/** Builds a web page, because Vite does not minify white space in library mode. */
async function minified(entry: string): Promise<string> {
  const output = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })
  const chunks = [output].flat().flatMap(each => ('output' in each ? each.output : []))
  return chunks.map(each => (each.type === 'chunk' ? each.code : '')).join('')
}

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'daymark-size-'))
try {
  execFileSync(process.execPath, [join(root, 'scripts/build/client.ts')], { stdio: 'ignore' })
  mkdirSync(join(folder, 'node_modules/@daymark'), { recursive: true })
  symlinkSync(join(root, 'client/dist'), join(folder, 'node_modules/@daymark/client'))
  for (const [name, code] of Object.entries(PROGRAMS)) {
    const entry = join(folder, 'entry.js')
    writeFileSync(entry, code)
    const text = await minified(entry)
    const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`
    console.log(`${name}: ${kb(gzipSync(text).length)} compressed, ${kb(Buffer.byteLength(text))} minified`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
