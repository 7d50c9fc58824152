import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { ownDatabaseUrl } from '../../../test/support/storages.ts'
import type { DatabaseAddress } from './database-name.ts'
import { openStorage } from './open.ts'
import { DatabaseUnusable } from './open-failure.ts'
import { openSqliteStorage } from './sqlite/sqlite.ts'
import { whenReachable } from './wait-for-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-unusable-'))
after(() => rmSync(folder, { recursive: true }))

async function sentence(database: DatabaseAddress): Promise<string> {
  try {
    await (await openStorage(database)).close()
  } catch (error) {
    assert.ok(error instanceof DatabaseUnusable, String(error))
    return error.message
  }
  return 'It was opened.'
}

describe('a SQLite file that cannot be opened', () => {
  it('is damaged', async () => {
    const path = join(folder, 'damaged.db')
    await (await openSqliteStorage(path)).close()
    const page = Buffer.alloc(4096, 0x7f)
    writeFileSync(path, page, { flag: 'r+' })
    assert.equal(
      await sentence({ kind: 'sqlite', path }),
      `The file ${path} is not a SQLite database, or it is damaged. Restore a backup, or set DATA_DIR to another folder.`,
    )
    assert.match(
      await sentence({ kind: 'sqlite', path }),
      /is not a SQLite database/,
      'its lock was released',
    )
    const other = join(folder, 'malformed.db')
    await (await openSqliteStorage(other)).close()
    // Keeps the header and destroys the schema.
    writeFileSync(other, Buffer.concat([Buffer.from('SQLite format 3\0'), page]), { flag: 'r+' })
    assert.match(await sentence({ kind: 'sqlite', path: other }), /damaged/)
  })

  it('lies in a path that is not a folder', async () => {
    const path = join(folder, 'file', 'daymark.db')
    writeFileSync(join(folder, 'file'), '')
    assert.match(await sentence({ kind: 'sqlite', path }), /A part of the path .*daymark\.db is a file/)
  })

  it('lies in a folder of another user', async () => {
    const [closed, withFile] = [join(folder, 'closed'), join(folder, 'closed-file')]
    for (const each of [closed, withFile]) mkdirSync(each, { mode: 0o755 })
    await (await openSqliteStorage(join(withFile, 'daymark.db'))).close()
    chmodSync(join(withFile, 'daymark.db'), 0o444)
    chmodSync(folder, 0o755)
    for (const each of [closed, withFile]) chmodSync(each, 0o555)
    const module = JSON.stringify(join(import.meta.dirname, 'open.ts'))
    // One process opens both files, because loading the modules takes most of the test's time.
    const open = `import(${module}).then(async m => {
      for (const path of process.argv.slice(1))
        await m.openStorage({ kind: 'sqlite', path }).catch(e => console.log(e.message))
    })`
    const asNobody = process.getuid?.() === 0 ? { uid: 65_534 } : {}
    const paths = [closed, withFile].map(each => join(each, 'daymark.db'))
    const child = spawn(process.execPath, ['-e', open, ...paths], asNobody)
    const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
    const [first = '', second] = said.trimEnd().split('\n')
    assert.equal(second, first.replaceAll(closed, withFile), 'one remedy for the folder and the file in it')
    assert.match(
      first,
      /^This program runs as user \d+ and may not write to the folder .*closed, which belongs to user \d+\. Run "chown -R \d+ .*closed" as root, or set DATA_DIR to another folder\.$/,
    )
  })
})

describe('a PostgreSQL server on this machine that is not running', () => {
  it('is waited for, although its socket file does not exist', async () => {
    const url = `postgres:///daymark?host=${folder}`
    await assert.rejects(
      openStorage({ kind: 'postgres', url }),
      error =>
        error instanceof DatabaseUnusable &&
        error.isTemporary &&
        /cannot be reached \(connect ENOENT .*\)/.test(error.message),
    )
  })
})

describe('a PostgreSQL database that cannot be opened', () => {
  let url: string
  let drop: () => Promise<void>
  before(async () => {
    ;({ url, drop } = await ownDatabaseUrl())
  })
  after(() => drop())
  const changed = (change: (url: URL) => void): DatabaseAddress => {
    const other = new URL(url)
    change(other)
    return { kind: 'postgres', url: other.href }
  }

  it('wrong password, user or database name', async () => {
    const wrong = await sentence(
      changed(it => {
        it.password = 'secret-word'
      }),
    )
    assert.match(
      wrong,
      /^PostgreSQL at postgres@[\w.:]+\/test_\w+ refuses the password of "postgres"\. Correct it in DATABASE_URL\.$/,
    )
    const none = await sentence(
      changed(it => {
        it.password = ''
      }),
    )
    assert.match(none, /asks "postgres" for a password, and DATABASE_URL has none\. Write it as postgres:/)
    const missing = await sentence(
      changed(it => {
        it.pathname = '/nowhere'
      }),
    )
    assert.match(missing, /has no database "nowhere"\. Create it with: createdb --owner postgres nowhere\./)
    for (const said of [wrong, missing])
      assert.ok(!said.includes(new URL(url).password) && !said.includes('secret-word'))
  })

  it('is waited for if it starts later', async () => {
    const relay = createServer(client => {
      const { hostname, port } = new URL(url)
      const server = connect(Number(port), hostname)
      client.pipe(server).pipe(client)
      for (const socket of [client, server]) socket.on('error', () => socket.destroy())
    })
    relay.listen(0, '127.0.0.1')
    await once(relay, 'listening')
    const { port } = relay.address() as AddressInfo
    relay.close()
    await once(relay, 'close')
    const database = changed(it => {
      it.port = String(port)
    })
    const reasons: string[] = []
    const retrying = (reason: string) => {
      reasons.push(reason)
      if (!relay.listening) relay.listen(port, '127.0.0.1')
    }
    const storage = await whenReachable({ waitSeconds: 60, retrying }, () => openStorage(database))
    assert.match(reasons[0] ?? '', /cannot be reached \(connect ECONNREFUSED .*\)\. Check that it is running/)
    await storage.close()
    relay.close()
    await assert.rejects(
      whenReachable({ waitSeconds: 0, retrying }, () => openStorage(database)),
      DatabaseUnusable,
    )
  })
})
