// A test's own PostgreSQL is real, survives what it should, and leaves nothing behind.
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

test('a durable PostgreSQL comes back after kill -9 with every acknowledged row', async () => {
  await using postgres = await startPostgres({ durable: true })
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

test('durable and fast differ only in what a commit waits for', async () => {
  const settings = `select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'max_connections') order by name`
  for (const [durable, setting] of [
    [true, 'on'],
    [false, 'off'],
  ] as const) {
    await using postgres = await startPostgres({ durable })
    assert.deepEqual(await query(postgres.url, settings), [
      { name: 'fsync', setting },
      { name: 'max_connections', setting: '200' },
      { name: 'synchronous_commit', setting },
    ])
  }
})

test('a second start finds the data of the first, and discarding removes only a folder of its own', async () => {
  await using owner = await startPostgres()
  await query(owner.url, 'create table kept (id int)')
  await owner.stop()
  assert.equal(owner.isRunning, false)

  const second = await startPostgres({ dataDir: owner.dataDir, port: owner.port })
  assert.deepEqual(await query(owner.url, 'select id from kept'), [])
  await second.discard()

  assert.ok(existsSync(owner.dataDir))
  await owner.discard()
  assert.ok(!existsSync(owner.dataDir))
})
