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
 * has what describes your account on this server: profile, sessions and access tokens without their
 * secrets, audit trail, friends, answers of others to your polls, notifications, webhooks, feeds and
 * subscriptions. With `history`, it also has the change log. It is streamed: an archive that ends
 * early is not valid. Only one export of a person runs at a time (429). Not available to personal
 * access tokens.
 *
 * `GET /v1/account/export`
 */
export const download = /* @__PURE__ */ fileOperation<Group['download']>('/v1/account/export', 'application/zip')

/**
 * Import an archive of your data.
 *
 * The body is the archive that `GET /v1/account/export` returned, of this or another server, or a form
 * (`multipart/form-data`) with it; at most 20 MB and 200,000 rows. Into an empty account, the next
 * export is the same as the archive, byte by byte, apart from the time in the manifest. With
 * `mode=merge`, an item that you have is changed only if the archive has a later change, and
 * preferences that you have set stay. With `mode=replace`, everything that is not in the archive is
 * deleted. Items keep their ids, unless they belong to another person. Everything is one batch of the
 * change log, so that it can be undone as a whole; importing again changes nothing. A row with a fault
 * is left out and reported. Not imported: sessions, tokens, friends, answers of others, notifications,
 * webhooks, feeds, subscriptions and the history. 400 if the file is not an archive or is damaged.
 * Nothing is imported if you would exceed a quota. Not available to personal access tokens.
 *
 * `POST /v1/account/import`
 */
export const upload = /* @__PURE__ */ operation<Group['upload']>('POST', '/v1/account/import', 'application/zip')

/**
 * Read how far your import has come.
 *
 * The import itself answers when it has finished. If the server has several instances, only the one
 * that imports knows the progress. Not available to personal access tokens.
 *
 * `GET /v1/account/import`
 */
export const progress = /* @__PURE__ */ operation<Group['progress']>('GET', '/v1/account/import')
