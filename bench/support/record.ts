// Records a request's SQL statements, so that the baseline server can run the same ones.
import { boundDb } from '../../server/src/platform/storage/statements/bound-kysely.ts'
import type { Execute } from '../../server/src/platform/storage/statements/execute.ts'
import type { Db, Storage } from '../../server/src/platform/storage/unit-of-work.ts'
import type { TestApp } from '../../server/test/support/app.ts'

export interface Asked {
  text: string
  values: unknown[]
}

export interface Recorded {
  statements: Asked[]
  writes: boolean
  answer: unknown
  made: string[]
  /** The ids of the person and of the items in the request. */
  named?: string[]
  /** The corresponding ids of other people. Replays use them in rotation. */
  others?: string[][]
}

export interface Request {
  path: string
  token: string
  method?: string
  body?: object
}

export function recordingStorage(storage: Storage): { storage: Storage; asked: Asked[] } {
  const asked: Asked[] = []
  const seen = (db: Db): Db => {
    const execute: Execute = (text, parameters) => {
      asked.push({ text, values: parameters.map(each => (typeof each === 'boolean' ? Number(each) : each)) })
      return db.execute(text, parameters)
    }
    return boundDb(db.dialect, execute)
  }
  return {
    asked,
    storage: {
      ...storage,
      read: work => storage.read(db => work(seen(db))),
      snapshot: work => storage.snapshot(db => work(seen(db))),
      write: (keys, work) =>
        storage.write(keys, tx =>
          work({
            ...seen(tx),
            ...{ emit: tx.emit, attempt: tx.attempt, capture: tx.capture, takeCaptured: tx.takeCaptured },
          }),
        ),
    },
  }
}

export async function record(server: TestApp, asked: Asked[], request: Request): Promise<Recorded> {
  const { path, token, method = 'GET', body } = request
  asked.length = 0
  const response = await server.fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  const answer = JSON.parse(text) as { id?: string; schedules?: { id: string }[] }
  const made =
    method === 'POST' && answer.id ? [answer.id, ...(answer.schedules ?? []).map(each => each.id)] : []
  const writes = asked.some(each => /\b(?:insert into|update|delete from)\s/i.test(each.text))
  return { statements: [...asked], writes, answer, made }
}
