import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { runProgram } from './support/process.ts'

let folder: string
const taken = createServer()
let port: number

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daymark-start-'))
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  port = (taken.address() as AddressInfo).port
})
after(() => {
  taken.close()
  rmSync(folder, { recursive: true, force: true })
})

async function failure(settings: Record<string, string>): Promise<string> {
  const { code, err } = await runProgram('main.ts', [], { DATA_DIR: folder, PORT: '0', ...settings })
  assert.equal(code, 1)
  assert.doesNotMatch(err, /^\s+at /m)
  return err
}

it('warns in the log about each setting that weakens the server, and says that the port is in use', async () => {
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'warn', ACCOUNTS_TRUST_EMAIL: 'true', PORT: String(port) }
  const { code, out, err } = await runProgram('main.ts', [], settings)
  assert.match(out, /"level":"warn"[^\n]*ACCOUNTS_TRUST_EMAIL=true with open sign-up/)
  assert.equal(code, 1)
  assert.match(err, new RegExp(`127\\.0\\.0\\.1:${port} is already in use`))
  assert.doesNotMatch(err, /^\s+at /m)
})

it('says that the database cannot be reached, and not its password', async () => {
  const url = 'postgres://ann:secret@127.0.0.1:1/daymark'
  const said = await failure({ DATABASE_URL: url, DATABASE_WAIT_S: '0' })
  assert.match(said, /PostgreSQL at ann@127\.0\.0\.1:1\/daymark cannot be reached.*ECONNREFUSED/)
  assert.doesNotMatch(said, /secret/)
})

it('says that the folder of the database cannot be created', async () => {
  assert.match(
    await failure({ DATA_DIR: join(import.meta.filename, 'data') }),
    /A part of the path .* is a file where a folder is needed\. Move that file away, or set DATA_DIR/,
  )
})

it('names every invalid setting, and refuses to trust every token of an issuer', async () => {
  const invalid = { WS_CONNECT_MAX: '0', JWT_LEEWAY_S: '-1', CDN_ENABLED: 'true' }
  const said = await failure({ ...invalid, OIDC_ISSUER_URL: 'https://id.example' })
  for (const name of ['WS_CONNECT_MAX', 'JWT_LEEWAY_S', 'CDN_IP_LIST_URLS'])
    assert.match(said, new RegExp(name))
  assert.match(said, /OIDC_AUDIENCE or OIDC_CLIENT_ID must be set .* other applications/)
})
