// Writes docs/openapi.json from the contract. A test fails when the committed file is out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from '@daymark/contract/openapi'
import manifest from '../package.json' with { type: 'json' }

const file = join(import.meta.dirname, '../docs/openapi.json')
writeFileSync(file, `${JSON.stringify(openApiDocument(manifest.version), null, 2)}\n`)
console.log('Wrote docs/openapi.json')
