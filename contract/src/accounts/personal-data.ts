// The route that exports all data of a person.
import Type from 'typebox'
import { routeGroup } from '../route.ts'

export const personalDataRoutes = routeGroup({
  download: {
    method: 'GET',
    path: '/account/export',
    summary: 'Export all your data',
    description:
      'A ZIP archive with everything that this server stores about you, as of one moment: a file of JSON lines for each kind of row, and `manifest.json` with the version, row counts and SHA-256 checksums. It contains sessions and access tokens without their secrets, the answers to your polls, and with `history` the change log. It is streamed: an archive that ends early is not valid. Only one export of a person runs at a time (429). Not available to personal access tokens.',
    query: Type.Object({
      history: Type.Optional(
        Type.Boolean({ description: 'If true, the archive also contains the change log. False by default.' }),
      ),
    }),
    response: Type.Unknown(),
    file: 'application/zip',
  },
})
