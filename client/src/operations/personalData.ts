// The operations of `personalData`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { fileOperation, operation } from '../operation.ts'

type Group = Routes['personalData']

/**
 * Export all your data.
 *
 * A ZIP archive with your data as of one moment: a file of JSON lines for each kind, `manifest.json`
 * with the version, row counts and SHA-256 checksums, and `calendar.ics` for calendar apps. `POST
 * /v1/account/import` takes it back, here or on another server. With `account`, the folder `account`
 * contains your account records on this server: profile, sessions and access tokens without their
 * secrets, audit trail, friends, other people's answers to your polls, notifications, webhooks, feeds
 * and subscriptions. With `history`, it also has the change log. The archive is streamed; if it ends
 * early, it is not valid. Each person can run one export at a time (429). Not available to personal
 * access tokens.
 *
 * `GET /v1/account/export`
 */
export const download = /* @__PURE__ */ fileOperation<Group['download']>('/v1/account/export', 'application/zip')

/**
 * Import an archive of your data.
 *
 * The body is an archive from `GET /v1/account/export` on this or another server, or a form
 * (`multipart/form-data`) that contains it; at most 500 MB, unless the server is set up otherwise. A
 * line of a file may have 1 MiB. After an import into an empty account, the next export is identical
 * to the archive, except for the time in the manifest, and for todos that had to move up (`moved`). An
 * archive of more than 1,000 items is written in steps; such an import may respond with 202 and a job.
 * With `mode=merge`, an existing item is changed only if the archive has a later change, and
 * preferences that you have set stay. With `mode=replace`, everything that is not in the archive is
 * deleted. Items keep their ids, unless an id belongs to another person. The whole import is one batch
 * in the change log and can be undone at once; importing again changes nothing. An invalid row is left
 * out and reported. Not imported: sessions, tokens, friends, other people's answers, notifications,
 * webhooks, feeds, subscriptions and the history. 400 if the file is not an archive or is damaged, 413
 * or 422 if it exceeds a limit, which the answer names, 503 if the server is reading other files for
 * too long. Nothing is imported if you would exceed a quota. Not available to personal access tokens.
 *
 * `POST /v1/account/import`
 */
export const upload = /* @__PURE__ */ operation<Group['upload']>('POST', '/v1/account/import', { upload: 'application/zip' })

/**
 * Read the progress of your import.
 *
 * The import request itself responds when it has finished. If the server has several instances, only
 * the importing one knows the progress. Not available to personal access tokens.
 *
 * `GET /v1/account/import`
 */
export const progress = /* @__PURE__ */ operation<Group['progress']>('GET', '/v1/account/import')
