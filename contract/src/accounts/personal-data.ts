import Type from 'typebox'
import { archiveImportRoutes } from '../moving/archive-import.ts'
import { routeGroup } from '../route.ts'

export const personalDataRoutes = routeGroup({
  download: {
    method: 'GET',
    path: '/account/export',
    summary: 'Export all your data',
    description:
      "A ZIP archive with your data as of one moment: a file of JSON lines for each kind, `manifest.json` with the version, row counts and SHA-256 checksums, and `calendar.ics` for calendar apps. `POST /v1/account/import` takes it back, here or on another server. With `account`, the folder `account` contains your account records on this server: profile, sessions and access tokens without their secrets, audit trail, friends, other people's answers to your polls, notifications, webhooks, feeds and subscriptions. With `history`, it also has the change log. The archive is streamed; if it ends early, it is not valid. Each person can run one export at a time (429). Not available to personal access tokens.",
    query: Type.Object({
      account: Type.Optional(
        Type.Boolean({
          description: 'If true, the archive also contains your account records. False by default.',
        }),
      ),
      history: Type.Optional(
        Type.Boolean({ description: 'If true, the archive also contains the change log. False by default.' }),
      ),
    }),
    response: Type.Unknown(),
    file: 'application/zip',
  },
  ...archiveImportRoutes,
})
