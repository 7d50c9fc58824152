// Super Productivity: the JSON backup, flat or inside `data`, with one archive or two.
import { type Due, instantIn, isSoundInstant, readDate } from './dates.ts'
import { keyFrom, listOf, type Reading, recordOf, textOf } from './source-item.ts'

type Json = Record<string, unknown>

const HOUR = 3_600_000
/** The assumed start of measured time, because the backup has only a sum for each day. */
const START_OF_WORK = 9 * HOUR
const DAY = 24 * HOUR

const dataOf = (value: unknown): Json => {
  const whole = recordOf(value)
  return 'task' in whole ? whole : recordOf(whole['data'])
}

export const isSuperProductivity = (value: unknown): boolean => 'entities' in recordOf(dataOf(value)['task'])

export function readSuperProductivity(reading: Reading, value: unknown, zone: string): void {
  const data = dataOf(value)
  const projects = namesOf(data['project'])
  const tags = namesOf(data['tag'])
  reading.lose('notes', listOf(recordOf(data['note'])['ids']).length)
  const archives = ['archiveYoung', 'archiveOld'].map(name => recordOf(data[name])['task'])
  const seen = new Set<string>()
  let line = 0
  for (const part of [data['task'], data['taskArchive'], ...archives])
    for (const each of Object.values(recordOf(recordOf(part)['entities']))) {
      const task = recordOf(each)
      const id = keyFrom(task['id'])
      const title = textOf(task['title'])
      line++
      if (!id || title === '') {
        reading.skip(line, 'The task has no id or no title.', title || null)
        continue
      }
      if (seen.has(id)) continue
      seen.add(id)
      const key = `super-productivity-${id}`
      if (keyFrom(task['repeatCfgId'])) reading.lose('repeats')
      reading.lose('attachments', listOf(task['attachments']).length)
      reading.todos.push({
        ...{ key, line, title, notes: textOf(task['notes']), due: dueOf(task, zone) },
        list: projects.get(keyFrom(task['projectId']) ?? '') ?? 'Super Productivity',
        parent: keyFrom(task['parentId']) ? `super-productivity-${keyFrom(task['parentId'])}` : null,
        status: task['isDone'] === true ? 'done' : 'open',
        completed_at: sound(task['doneOn']),
        created_at: sound(task['created']),
        estimate_minutes: Math.min(100_000, Math.round(Number(task['timeEstimate']) / 60_000)) || null,
        tags: listOf(task['tagIds']).flatMap(tag => (tag === 'TODAY' ? [] : (tags.get(String(tag)) ?? []))),
      })
      // Skips the time of a task with subtasks, because it includes their times.
      if (listOf(task['subTaskIds']).length === 0) addTimes(reading, task, { key, line, title, zone })
    }
}

interface Worked {
  key: string
  line: number
  title: string
  zone: string
}

function addTimes(reading: Reading, task: Json, { key, line, title, zone }: Worked): void {
  for (const [day, spent] of Object.entries(recordOf(task['timeSpentOnDay']))) {
    const date = readDate(day, zone)
    const ms = Math.round(Number(spent))
    if (!date || !(ms >= 1000)) continue
    const start = instantIn(date.at + START_OF_WORK, zone)
    reading.lose('times_of_day')
    reading.timers.push({
      ...{ key: `${key}-${day}`, line, title, todo: key, start },
      end: start + Math.min(ms, DAY),
    })
  }
}

const namesOf = (value: unknown): Map<string, string> =>
  new Map(
    Object.values(recordOf(recordOf(value)['entities'])).map(each => [
      String(recordOf(each)['id']),
      textOf(recordOf(each)['title']),
    ]),
  )

const sound = (value: unknown): number | null => (isSoundInstant(value) ? Math.round(value) : null)

function dueOf(task: Json, zone: string): Due | undefined {
  const at = sound(task['dueWithTime']) ?? sound(task['plannedAt'])
  return at === null ? readDate(textOf(task['dueDay']), zone) : { at, is_date: false, zone }
}
