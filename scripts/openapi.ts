// Writes the API reference: asks a real server for the examples, then makes the documents from contract and examples.
// Tests fail when any of them is out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { record } from './reference/record.ts'
import { tour } from './reference/tour.ts'

const root = join(import.meta.dirname, '..')

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text)
  console.log(`Wrote ${path}`)
}

write('contract/src/recorded-examples.json', `${JSON.stringify(await record(tour), null, 2)}\n`)
// Only now, because the documents are made from what was just recorded.
const { referenceFiles } = await import('./reference/files.ts')
for (const [path, text] of Object.entries(referenceFiles())) write(path, text)
