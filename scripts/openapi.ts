// Generates the API reference: records examples from a real server, then writes the documents from the contract and
// the examples. Tests fail if a document is out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { record } from './reference/record.ts'
import { tour } from './reference/tour.ts'

const root = join(import.meta.dirname, '..')

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text)
  console.log(`Wrote ${path}`)
}

write('contract/src/documents/recorded-examples.json', `${JSON.stringify(await record(tour), null, 2)}\n`)
// Imported after the recording, because the documents contain the recorded examples.
const { referenceFiles } = await import('./reference/files.ts')
for (const [path, text] of Object.entries(referenceFiles())) write(path, text)
