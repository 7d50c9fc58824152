import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import pg from 'pg'
import { startPostgres } from '../../../../../scripts/services/postgres.ts'
import { freshPostgresUrl } from '../../../../test/support/storages.ts'
import { addressesOf, databaseName, postgresUrlFault } from '../database-name.ts'
import { openStorage } from '../open.ts'
import { HostsClient } from './hosts-client.ts'

const NOBODY_LISTENS = '127.0.0.1:1'

/** Replaces the URL's host with several hosts. */
function withHosts(url: string, hosts: readonly string[]): string {
  const { host } = new URL(url)
  return url.replace(host, hosts.join(','))
}

it('reads addresses with several hosts', () => {
  const url = 'postgres://me:s%2Cecret@one:5432,two:5433,[::1]/daymark?target_session_attrs=read-write&ssl=0'
  assert.deepEqual(addressesOf(url), [
    'postgres://me:s%2Cecret@one:5432/daymark?ssl=0',
    'postgres://me:s%2Cecret@two:5433/daymark?ssl=0',
    'postgres://me:s%2Cecret@[::1]/daymark?ssl=0',
  ])
  assert.deepEqual(addressesOf('postgres://me@one/daymark'), ['postgres://me@one/daymark'])
  assert.equal(databaseName({ kind: 'postgres', url }), 'PostgreSQL at me@one:5432,two:5433,[::1]/daymark')
  assert.equal(postgresUrlFault(url), undefined)
  assert.match(postgresUrlFault('postgres://me@one:port,two/daymark') ?? '', /not a valid address/)
})

it('keeps no connection without a password for it', async () => {
  const { url, drop } = await freshPostgresUrl()
  after(drop)
  const address = new URL(url)
  address.password = ''
  const client = new HostsClient({ connectionString: address.href })
  client.on('error', () => {})
  await assert.rejects(client.connect(), /client password must be a string/)
  assert.ok(client.connection.stream.destroyed)
})

it('passes by a host that does not answer and a server that refuses writes', async () => {
  const { url, drop } = await freshPostgresUrl()
  after(drop)
  const { host, password } = new URL(url)
  const standby = await startPostgres({ settings: () => ({ default_transaction_read_only: 'on' }) })
  after(() => standby.discard())
  const client = new pg.Client(standby.url)
  await client.connect()
  // All hosts of the address share one password, so the standby gets the primary's. This needs a writable session.
  await client.query('set session characteristics as transaction read write')
  await client.query(`alter role postgres password '${password}'`)
  await client.end()
  const readOnly = `127.0.0.1:${new URL(standby.url).port}`

  for (const hosts of [
    [NOBODY_LISTENS, readOnly, host],
    [host, readOnly],
  ]) {
    const storage = await openStorage({ kind: 'postgres', url: withHosts(url, hosts) })
    await storage.write([], tx => tx.execute('delete from sign_in_attempts', []))
    await storage.close()
  }
  const unusable = openStorage({ kind: 'postgres', url: withHosts(url, [readOnly, NOBODY_LISTENS]) })
  await assert.rejects(unusable, { name: 'DatabaseUnusable', isTemporary: true })
})
