// Measures how much the published SDK adds to a page, minified and compressed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Keyed by the program's name in the SDK README. */
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
  'everything (`createClient`)': "export { createClient, indexedDbStorage } from '@daymark/client'",
}

export interface SdkSize {
  name: string
  compressedKiB: number
  minifiedKiB: number
}

/** Yields the size of each program. Expects a folder where the SDK is installed. */
export async function* sdkSizes(folder: string): AsyncGenerator<SdkSize> {
  for (const [name, code] of Object.entries(PROGRAMS)) {
    const entry = join(folder, 'entry.js')
    writeFileSync(entry, code)
    const text = await minified(folder, entry)
    yield { name, compressedKiB: gzipSync(text).length / 1024, minifiedKiB: Buffer.byteLength(text) / 1024 }
  }
}

/** Builds a web page, because Vite does not minify white space in library mode. */
async function minified(root: string, entry: string): Promise<string> {
  const output = await build({
    root,
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
