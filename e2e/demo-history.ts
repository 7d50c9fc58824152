// Moves the timers of the demonstration into the past: over the API a timer can only be measured in its own time.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const MINUTE_MS = 60_000
const DAY_MIN = 1440

export interface Measured {
  title: string
  tag: string
  /** Minutes before now. */
  ago: number
  /** Minutes of running and pausing in turn; a timer that still runs has none. */
  parts: number[]
}

export const MEASURED: Measured[] = [
  { title: 'Review the search', tag: 'focus', ago: 5 * DAY_MIN - 90, parts: [52, 9, 41] },
  { title: 'Team letter', tag: 'team', ago: 5 * DAY_MIN - 260, parts: [34] },
  { title: 'Vocabulary', tag: 'learning', ago: 4 * DAY_MIN - 410, parts: [18, 4, 12] },
  { title: 'Deep work: release 2.0', tag: 'focus', ago: 3 * DAY_MIN - 60, parts: [75, 15, 48] },
  { title: 'Running', tag: 'sport', ago: 3 * DAY_MIN - 560, parts: [44] },
  { title: 'Dinner at the lake', tag: 'family', ago: 2 * DAY_MIN - 600, parts: [95] },
  { title: 'Interview: backend', tag: 'team', ago: 2 * DAY_MIN - 240, parts: [58] },
  { title: 'Lesson with Jiwon', tag: 'learning', ago: DAY_MIN - 300, parts: [30, 6, 28] },
  { title: 'Repair the bicycle', tag: 'family', ago: DAY_MIN - 420, parts: [25, 12, 31] },
  { title: 'Letters', tag: 'team', ago: 96, parts: [21, 7, 16] },
  { title: 'Finish the changelog', tag: 'focus', ago: 31, parts: [] },
]

/** As the database keeps it: each action with its moment. */
function historyOf({ ago, parts }: Measured, now: number): [string, number][] {
  let at = now - ago * MINUTE_MS
  const history: [string, number][] = [['start', at]]
  for (const [index, minutes] of parts.entries()) {
    at += minutes * MINUTE_MS
    const isLast = index === parts.length - 1
    history.push([isLast ? 'stop' : index % 2 === 0 ? 'pause' : 'resume', at])
  }
  return history
}

export function moveIntoPast(folder: string, now = Date.now()): void {
  const database = new DatabaseSync(join(folder, 'daymark.db'))
  database.exec('pragma busy_timeout = 5000')
  const update = database.prepare(
    'update timers set started_at = ?, created_at = ?, history = ? where title = ?',
  )
  for (const measured of MEASURED) {
    const history = historyOf(measured, now)
    const start = history[0]?.[1] ?? now
    update.run(start, start, JSON.stringify(history), measured.title)
  }
  database.close()
}
