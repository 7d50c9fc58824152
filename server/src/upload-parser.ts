// The program of the process that reads uploads.

import { calendarParser } from './features/icalendar/files/calendar-parser.ts'
import { CALENDAR_PARSER } from './features/icalendar/files/parse-file.ts'
import { archiveParser } from './features/moving/archive/archive-parser.ts'
import { ARCHIVE_PARSER } from './features/moving/archive/exchange.ts'
import { SOURCE_PARSER } from './features/moving/sources/parse-source.ts'
import { sourceParser } from './features/moving/sources/source-parser.ts'
import { serveParser } from './platform/uploads/serve-parser.ts'

await serveParser({
  [CALENDAR_PARSER]: calendarParser,
  [SOURCE_PARSER]: sourceParser,
  [ARCHIVE_PARSER]: archiveParser,
})
