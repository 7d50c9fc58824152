// The operations of `personalData`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { fileOperation } from '../operation.ts'

type Group = Routes['personalData']

/**
 * Export all your data.
 *
 * A ZIP archive with everything that this server stores about you, as of one moment: a file of JSON
 * lines for each kind of row, and `manifest.json` with the version, row counts and SHA-256 checksums.
 * It contains sessions and access tokens without their secrets, the answers to your polls, and with
 * `history` the change log. It is streamed: an archive that ends early is not valid. Only one export
 * of a person runs at a time (429). Not available to personal access tokens.
 *
 * `GET /v1/account/export`
 */
export const download = /* @__PURE__ */ fileOperation<Group['download']>('/v1/account/export', 'application/zip')
