// Generates all committed files that derive from the contract: the API reference and the SDK operations.
import { asyncApiDocument } from '@daymark/contract/documents/asyncapi'
import { openApiDocument } from '@daymark/contract/documents/openapi'
import { calendarSdl } from '@daymark/contract/planning/calendar'
import manifest from '../../package.json' with { type: 'json' }
import { collection } from './collection.ts'
import { sdkFiles } from './sdk.ts'
import { tour } from './tour.ts'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export const referenceFiles = (): Record<string, string> => ({
  'docs/openapi.json': json(openApiDocument(manifest.version)),
  'docs/asyncapi.json': json(asyncApiDocument(manifest.version)),
  'docs/calendar.graphql': `${calendarSdl.trim()}\n`,
  'docs/daymark.postman_collection.json': json(collection(tour)),
  ...sdkFiles(),
})
