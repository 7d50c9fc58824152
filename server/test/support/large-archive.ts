// Writes an archive of many todos without holding it in memory.
import { createHash } from 'node:crypto'
import { type ZipFile, zipArchive } from '../../src/platform/storage/copies/personal/zip.ts'

export interface LargeArchive {
  todos: number
  /** Random characters of each description, which cannot be compressed well. */
  chars?: number
  /** How many todos are below one another. */
  levels?: number
}

const TIMES = { created_at: 1_770_000_000_000, updated_at: 1_770_000_000_000 }
const GROUP = idOf(0)
const LINES_AT_ONCE = 500

function idOf(nr: number): string {
  return `01a1dd40-93c2-7156-8000-${nr.toString(16).padStart(12, '0')}`
}

export function largeArchive(options: LargeArchive): AsyncGenerator<Buffer> {
  return zipArchive(filesOf(options), TIMES.created_at)
}

async function* filesOf(options: LargeArchive): AsyncGenerator<ZipFile> {
  const files: Record<string, { rows: number; bytes: number; sha256: string }> = {}
  for (const [name, rows] of [
    ['tag_groups.jsonl', [group()]],
    ['todos.jsonl', todos(options)],
  ] as const) {
    const hash = createHash('sha256')
    const entry = { rows: 0, bytes: 0, sha256: '' }
    async function* lines() {
      let texts: string[] = []
      const chunk = () => {
        const bytes = Buffer.from(texts.join(''))
        texts = []
        hash.update(bytes)
        entry.bytes += bytes.length
        return bytes
      }
      for (const row of rows) {
        texts.push(`${JSON.stringify(row)}\n`)
        entry.rows++
        if (texts.length === LINES_AT_ONCE) yield chunk()
      }
      yield chunk()
    }
    yield { name, content: lines() }
    files[name] = { ...entry, sha256: hash.digest('hex') }
  }
  async function* manifest() {
    yield Buffer.from(JSON.stringify({ format: 'daymark-export-3', files }))
  }
  yield { name: 'manifest.json', content: manifest() }
}

const group = () => ({
  ...{ id: GROUP, name: 'Large', color: '#112233', description: null, goal_ratios: null, goal_hours: null },
  ...{ is_todo_group: 1, ...TIMES },
})

function* todos({ todos: count, chars = 0, levels = 1 }: LargeArchive) {
  for (let nr = 1; nr <= count; nr++)
    yield {
      ...{ id: idOf(nr), tag_group_id: GROUP, parent_id: nr > 1 && nr <= levels ? idOf(nr - 1) : null },
      ...{ title: `Todo ${nr}`, description: chars > 0 ? text(chars, nr) : null, deadline: null },
      ...{ deadline_date: null, status: 'UNSCHEDULED', estimate_minutes: null, priority: 0, position: null },
      ...{
        completed_at: null,
        recurrence_rule: null,
        reminders: null,
        timezone: 'UTC',
        repeat_from: 'deadline',
      },
      ...{ series_id: null, round: 1, ...TIMES },
    }
}

function text(chars: number, nr: number): string {
  let found = ''
  for (let at = 0; found.length < chars; at++)
    found += createHash('sha512').update(`${nr} ${at}`).digest('base64')
  return found.slice(0, chars)
}
