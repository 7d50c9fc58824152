// Exports to standard output or to a new file.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Forbidden } from '@daymark/client'
import { visibleJson } from '@daymark/contract/validation/visible-text'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type Session, withSession } from '../session/session.ts'
import { addDays } from '../view/times.ts'

const FORMATS = ['json', 'csv', 'zip']
/** Below the API's limit of 400 days per request. */
const RANGE_DAYS = 366
const YEARS_BACK = 10
const YEARS_AHEAD = 2

export const exportData = (context: Context): Promise<void> =>
  withSession(context, async session => {
    const format = context.values.get('format') ?? 'json'
    if (!FORMATS.includes(format)) throw new Failure('usage', context.t.errors.badFormat(format))
    session.needServer()
    const source = await sourceOf(format, session, context)
    const file = context.values.get('output')
    if (file === undefined) {
      for await (const part of source) if (!process.stdout.write(part)) await drained()
      return
    }
    await writeNew(file, source, context)
    context.say(`${context.styles.good('✓')} ${context.t.exported(file)}`)
    context.json({ file, format })
  })

const drained = () => new Promise<void>(resolve => process.stdout.once('drain', resolve))

async function sourceOf(
  format: string,
  session: Session,
  { t }: Context,
): Promise<AsyncIterable<string | Buffer>> {
  const { client, format: view } = session
  if (format === 'json') return jsonOf(session)
  if (format === 'csv') return bodyOf(await client.timers.list.csv({ query: { timezone: view.timezone } }))
  try {
    return bodyOf(await client.personalData.download())
  } catch (error) {
    if (error instanceof Forbidden) throw new Failure('failed', t.errors.archiveToken, t.errors.archiveHint)
    throw error
  }
}

const bodyOf = ({ body }: Response): AsyncIterable<Buffer> =>
  body === null ? Readable.from([]) : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])

/** Writes one item per line, so that `diff` can compare exports from different days. */
async function* jsonOf({ client, server, account, now, today }: Session): AsyncGenerator<string> {
  const head = { server, account, exported_at: new Date(now()).toISOString() }
  yield `${visibleJson(head).slice(0, -1)}`
  yield* listOf('tag_groups', client.tags.listGroups.each())
  yield* listOf('tags', client.tags.list.each())
  yield* listOf('todos', client.todos.list.each())
  yield* listOf('schedules', allSchedules(client, today()))
  yield* listOf('timers', client.timers.list.each({ query: { tag_include_mode: 'timer_only' } }))
  yield* listOf('meetings', client.meetings.list.each())
  yield '}\n'
}

async function* listOf(name: string, items: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `,\n"${name}":[`
  let separator = '\n'
  for await (const item of items) {
    yield `${separator}${visibleJson(item)}`
    separator = ',\n'
  }
  yield ']'
}

/** Loads the entries range by range. Removes duplicates, because an entry that overlaps two ranges is in both lists. */
async function* allSchedules(client: Session['client'], today: string): AsyncGenerator<unknown> {
  let before = new Set<string>()
  const end = addDays(today, YEARS_AHEAD * RANGE_DAYS)
  for (
    let start = addDays(today, -YEARS_BACK * RANGE_DAYS);
    start < end;
    start = addDays(start, RANGE_DAYS)
  ) {
    const seen = new Set<string>()
    const query = { start_date: start, end_date: addDays(start, RANGE_DAYS), timezone: 'UTC' }
    for await (const item of client.schedules.list.each({ query })) {
      const key = `${item.id} ${item.instance_start}`
      seen.add(key)
      if (!before.has(key)) yield item
    }
    before = seen
  }
}

/** Refuses to overwrite an existing file, and removes an incomplete file after an error. */
async function writeNew(file: string, source: AsyncIterable<string | Buffer>, { t }: Context): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Failure('failed', t.errors.fileExists(file))
    await rm(file, { force: true })
    throw error
  }
}
