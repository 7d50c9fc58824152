// Writes docs/openapi.json, docs/asyncapi.json and docs/calendar.graphql from the contract. A test fails when they are out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncApiDocument } from '@daymark/contract/asyncapi'
import { calendarSdl } from '@daymark/contract/calendar'
import { openApiDocument } from '@daymark/contract/openapi'
import manifest from '../package.json' with { type: 'json' }

const documents = {
  'openapi.json': `${JSON.stringify(openApiDocument(manifest.version), null, 2)}\n`,
  'asyncapi.json': `${JSON.stringify(asyncApiDocument(manifest.version), null, 2)}\n`,
  'calendar.graphql': `${calendarSdl.trim()}\n`,
}

for (const [name, text] of Object.entries(documents)) {
  writeFileSync(join(import.meta.dirname, '../docs', name), text)
  console.log(`Wrote docs/${name}`)
}
