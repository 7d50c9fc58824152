import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import pg from 'pg'
import { startPostgres } from './postgres.ts'
import { childrenOf, isAlive } from './processes.ts'

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function commitSettingsAre(setting: 'on' | 'off', url: string): Promise<void> {
  const settings = await query(
    url,
    `select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'max_connections') order by name`,
  )
  assert.deepEqual(settings, [
    { name: 'fsync', setting },
    { name: 'max_connections', setting: '200' },
    { name: 'synchronous_commit', setting },
  ])
}

test('a durable PostgreSQL comes back after kill -9 with every acknowledged row', async () => {
  await using postgres = await startPostgres({ durable: true })
  await commitSettingsAre('on', postgres.url)
  await query(postgres.url, 'create table kept (id int)')
  await query(postgres.url, 'insert into kept values (1)')
  const connected = new pg.Client({ connectionString: postgres.url })
  const cutOff = new Promise(resolve => connected.once('error', resolve))
  await connected.connect()
  const processes = [postgres.pid, ...childrenOf(postgres.pid)]

  await postgres.kill()

  await cutOff
  assert.ok(processes.length > 1)
  assert.deepEqual(processes.filter(isAlive), [])
  await assert.rejects(query(postgres.url, 'select 1'), { code: 'ECONNREFUSED' })
  await postgres.restart()
  assert.deepEqual(await query(postgres.url, 'select id from kept'), [{ id: 1 }])
})

test('without the durable option, only commit settings differ, and discarding removes the folder', async () => {
  const postgres = await startPostgres()
  await commitSettingsAre('off', postgres.url)
  await postgres.discard()
  assert.equal(postgres.isRunning, false)
  assert.ok(!existsSync(postgres.folder))
})
