import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type LookupOptions, nameLookup, type Resolve } from './lookup.ts'

const missing = () => Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
const addresses = (...list: string[]) => list.map(address => ({ address, family: 4 }))

/** Opens a lookup with files of its own. */
function open(t: TestContext, options: LookupOptions, files: { hosts?: string; resolver?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-lookup-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [hostsFile, resolverFile] = [join(folder, 'hosts'), join(folder, 'resolv.conf')]
  writeFileSync(hostsFile, files.hosts ?? '')
  writeFileSync(resolverFile, files.resolver ?? '')
  return { hostsFile, resolve: nameLookup({ hostsFile, resolverFile, ...options }) }
}

test('addresses need no lookup, and the hosts file and localhost come before the name servers', async t => {
  const asked: string[] = []
  const ask: Resolve = async name => {
    asked.push(name)
    return addresses('93.184.216.34')
  }
  const { resolve, hostsFile } = open(
    t,
    { ask },
    { hosts: '# nas\n192.168.1.9 nas.home.arpa NAS # box\n::1 nas' },
  )
  assert.deepEqual(await resolve('10.0.0.1'), [{ address: '10.0.0.1', family: 4 }])
  assert.deepEqual(await resolve('::1'), [{ address: '::1', family: 6 }])
  assert.deepEqual(await resolve('Nas.'), [
    { address: '192.168.1.9', family: 4 },
    { address: '::1', family: 6 },
  ])
  assert.equal((await resolve('app.localhost'))[0]?.address, '127.0.0.1')
  assert.deepEqual(asked, [])
  assert.deepEqual(await resolve('day.example.'), addresses('93.184.216.34'))
  writeFileSync(hostsFile, '192.168.1.7 day.example\n')
  assert.deepEqual(await resolve('day.example'), addresses('192.168.1.7'))
  assert.deepEqual(asked, ['day.example'])
})

test('short names are searched in the domains of the system first, complete names as they are', async t => {
  const asked: string[] = []
  const ask: Resolve = async name => {
    asked.push(name)
    if (name === 'mail.svc.cluster.local') return addresses('10.0.0.5')
    throw missing()
  }
  const { resolve } = open(
    t,
    { ask },
    { resolver: 'search old\nnameserver 10.0.0.2\nsearch svc.cluster.local corp\n' },
  )
  assert.deepEqual(await resolve('mail'), addresses('10.0.0.5'))
  assert.deepEqual(asked.splice(0), ['mail.svc.cluster.local'])
  await assert.rejects(resolve('mail.example'), { kind: 'unresolved' })
  assert.deepEqual(asked, ['mail.example', 'mail.example.svc.cluster.local', 'mail.example.corp'])
})

test('name servers that never answer end one lookup after its time limit, and no other lookup waits', async t => {
  let asked = 0
  const ask: Resolve = name => {
    if (!name.startsWith('silent')) return Promise.resolve(addresses('93.184.216.34'))
    asked++
    return new Promise(() => {})
  }
  let now = 0
  const { resolve } = open(t, { ask, timeout_ms: 200, now: () => now })
  const silent = Array.from({ length: 500 }, (_, at) => resolve(`silent-${at % 100}.example`))
  assert.deepEqual(await Promise.race([resolve('day.example'), ...silent]), addresses('93.184.216.34'))
  const ended = await Promise.allSettled(silent)
  assert.ok(ended.every(({ status }) => status === 'rejected'))
  assert.equal(asked, 100)
  await assert.rejects(resolve('silent-1.example'), { kind: 'unresolved' })
  assert.equal(asked, 100)
  now = 30_000
  await assert.rejects(resolve('silent-1.example'), { kind: 'unresolved' })
  assert.equal(asked, 101)
})

test('the cache of failures is bounded', async t => {
  const asked: string[] = []
  const ask: Resolve = async name => {
    asked.push(name)
    throw missing()
  }
  const { resolve } = open(t, { ask })
  for (let at = 0; at < 1_001; at++) await assert.rejects(resolve(`missing-${at}.example`))
  asked.length = 0
  await assert.rejects(resolve('missing-1000.example'))
  assert.deepEqual(asked, [])
  await assert.rejects(resolve('missing-0.example'))
  assert.deepEqual(asked, ['missing-0.example'])
})
