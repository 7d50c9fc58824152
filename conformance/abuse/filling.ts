// Fills the tested server's database: starts a timer over the API, then copies it with SQL, which is faster.
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { WebSocket } from 'ws'
import type { Victim } from './victim.ts'

/** Starts a timer over the socket and returns its id. */
export async function startTimer(victim: Victim, token: string, fields: object = {}): Promise<string> {
  const url = `${victim.baseUrl.replace(/^http/, 'ws')}/v1/ws/timers`
  const socket = new WebSocket(url, [`authorization.bearer.${token}`])
  await once(socket, 'open')
  const payload = { allocated_duration: 60, ...fields }
  socket.send(JSON.stringify({ type: 'timer.create', payload }))
  for (;;) {
    const [data] = (await once(socket, 'message')) as [Buffer]
    const message = JSON.parse(String(data)) as { type: string; payload: { timer?: { id: string } } }
    if (message.type === 'error') throw new Error(String(data))
    if (message.type !== 'timer.created' || !message.payload.timer) continue
    socket.terminate()
    return message.payload.timer.id
  }
}

export function copyTimers(victim: Victim, id: string, count: number): void {
  const database = new DatabaseSync(join(victim.folder, 'daymark.db'), { timeout: 10_000 })
  const columns = database
    .prepare(`select name from pragma_table_info('timers')`)
    .all()
    .map(row => String(row['name']))
  const values = columns.map(name => (name === 'id' ? NEW_ID : name))
  database.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into timers (${columns}) select ${values} from timers, numbers where id = '${id}'`)
  database.close()
}

/** An SQL expression for a random version 4 UUID. */
const NEW_ID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
  substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`
