// What is made from the contract and committed, by path, as it should be: the API reference and the operations of the SDK.
import { asyncApiDocument } from '@daymark/contract/asyncapi'
import { calendarSdl } from '@daymark/contract/calendar'
import { openApiDocument } from '@daymark/contract/openapi'
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
