// Edits tasks at random on both sides of vdirsyncer and compares them with a model, so that lost and duplicated tasks
// are found.
import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClientWorld, syncVdirsyncer } from './support.ts'

interface Expected {
  title: string
  isDone: boolean
  /** A property that Daymark does not model. */
  location: string | null
}

const WORDS = ['Milk 100%', '우유 사기', '🎉 party; now', 'a, b\\c', 'Zürich "quoted"', 'x'.repeat(90)]

/** Returns a small seeded generator, so that a run can be repeated. */
function randomOf(seed: number): (most: number) => number {
  let state = seed >>> 0
  return most => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

const text = (uid: string, { title, isDone, location }: Expected): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//edits//EN', 'BEGIN:VTODO', `UID:${uid}`],
    ...['DTSTAMP:20260101T000000Z', `SUMMARY:${title.replace(/[\\;,]/g, each => `\\${each}`)}`],
    ...(location === null ? [] : [`LOCATION:${location}`]),
    ...(isDone ? ['STATUS:COMPLETED', 'COMPLETED:20260201T000000Z'] : []),
    ...['END:VTODO', 'END:VCALENDAR', ''],
  ].join('\r\n')

/** Syncs after each batch. A batch edits an item only once, because conflicts are not tested here. */
export async function editOnBothSides(
  world: ClientWorld,
  { edits, batch, seed }: { edits: number; batch: number; seed: number },
): Promise<number> {
  const { ann, folder, groupId } = world
  const random = randomOf(seed)
  const tasks = join(folder, 'vdir/tasks')
  /** The expected items by UID. If a todo was created on the server, its UID is its id. */
  const expected = new Map<string, Expected>()
  const ids = new Map<string, string>()
  const fileOf = async (uid: string) => {
    for (const name of await readdir(tasks))
      if ((await readFile(join(tasks, name), 'utf8')).includes(`UID:${uid}\r\n`)) return join(tasks, name)
    throw new Error(`There is no file with the UID ${uid}.`)
  }
  const learnIds = async () => {
    for (const todo of await ann.todos.list({ query: { group_ids: [groupId] } })) {
      const uid = todo.description?.startsWith('uid ') ? todo.description.slice(4) : todo.id
      ids.set(uid, todo.id)
    }
  }
  let made = 0
  for (let done = 0; done < edits; ) {
    const free = [...expected.keys()]
    for (let each = 0; each < batch && done < edits; each++, done++) {
      const title = `${WORDS[random(WORDS.length)]} ${made++}`
      const uid = free.splice(random(free.length), 1)[0]
      const isLocal = random(2) === 0
      const kind = uid === undefined ? 0 : random(6)
      if (kind <= 1 || uid === undefined) {
        if (uid !== undefined) free.push(uid)
        if (isLocal) {
          const own = `local-${made}@example`
          const task = { title, isDone: false, location: `Room ${made}` }
          expected.set(own, task)
          await writeFile(
            join(tasks, `n${made}.ics`),
            text(own, task).replace('LOCATION', `DESCRIPTION:uid ${own}\r\nLOCATION`),
          )
        } else {
          const { id } = await ann.todos.create({ body: { title, tag_group_id: groupId } })
          expected.set(id, { title, isDone: false, location: null })
          ids.set(id, id)
        }
        continue
      }
      const known = expected.get(uid)
      const params = { todo_id: ids.get(uid) ?? '' }
      assert.ok(known && params.todo_id, uid)
      if (kind === 2) {
        expected.delete(uid)
        if (isLocal) await rm(await fileOf(uid))
        else await ann.todos.remove({ params })
      } else if (kind === 3) {
        expected.set(uid, { ...known, isDone: true })
        if (isLocal) {
          const file = await fileOf(uid)
          const before = (await readFile(file, 'utf8')).replace(
            /(?:STATUS|COMPLETED|PERCENT-COMPLETE):.*\r\n/g,
            '',
          )
          const status = 'STATUS:COMPLETED\r\nCOMPLETED:20260201T000000Z\r\nEND:VTODO'
          await writeFile(file, before.replace('END:VTODO', status))
        } else await ann.todos.update({ params, body: { status: 'DONE' } })
      } else {
        expected.set(uid, { ...known, title })
        if (isLocal) {
          const file = await fileOf(uid)
          const unfolded = (await readFile(file, 'utf8')).replace(/\r\n /g, '')
          const summary = `SUMMARY:${title.replace(/[\\;,]/g, char => `\\${char}`)}\r\n`
          await writeFile(
            file,
            unfolded.replace(/SUMMARY:.*\r\n/, () => summary),
          )
        } else await ann.todos.update({ params, body: { title } })
      }
    }
    await syncVdirsyncer(world)
    await learnIds()
  }
  await compare(world, tasks, expected, ids)
  return expected.size
}

async function compare(
  { ann, groupId }: ClientWorld,
  tasks: string,
  expected: ReadonlyMap<string, Expected>,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const wanted = [...expected].map(([uid, each]) => [ids.get(uid), each.title, each.isDone]).sort()
  const todos = await ann.todos.list({ query: { group_ids: [groupId] } })
  assert.deepEqual(todos.map(each => [each.id, each.title, each.status === 'DONE']).sort(), wanted)
  const texts = await Promise.all((await readdir(tasks)).map(name => readFile(join(tasks, name), 'utf8')))
  const local = texts.map(each => {
    const lines = each.replace(/\r\n /g, '')
    const value = (name: string) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(lines)?.[1] ?? null
    const title = value('SUMMARY')?.replace(/\\([\\;,])/g, '$1')
    return [ids.get(value('UID') ?? ''), title, value('STATUS') === 'COMPLETED', value('LOCATION')]
  })
  const places = [...expected].map(([uid, each]) => [ids.get(uid), each.title, each.isDone, each.location])
  assert.deepEqual(local.sort(), places.sort())
}
