// Packs the SDK, installs it into an empty folder, type-checks it and runs it against a server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { sdkSizes } from '../../scripts/build/sdk-sizes.ts'
import { bundle } from '../../scripts/bundle.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'

const root = join(import.meta.dirname, '../..')
const example = join(import.meta.dirname, 'installed-example.ts')
const COMPILER = join(root, 'node_modules/typescript/bin/tsc')

const run = promisify(execFile)

/** Runs a program and returns its output. If it fails, the error contains all output. */
async function said(cwd: string, program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const options = { cwd, env: { ...process.env, ...env } }
  return run(program, args, options).then(
    ({ stdout }) => stdout,
    ({ message, stdout }) => assert.fail(`${message}\n${stdout}`),
  )
}

const ONE_OPERATION = `import { connect } from '@daymark/client/connection'
import { list } from '@daymark/client/operations/todos'
export const titles = async options => (await list(connect(options))).map(todo => todo.title)
`

const LIVE = `import { connect } from '@daymark/client/connection'
import { LiveConnection } from '@daymark/client/live/live'
export const open = options => new LiveConnection(connect(options))
`

async function bundled(folder: string, name: string, code: string): Promise<string> {
  writeFileSync(join(folder, name), code)
  return bundle(folder, join(folder, name))
}

describe('the packed SDK', () => {
  let folder: string
  let server: TestApp
  before(async () => {
    server = await startTestApp(await openFreshSqlite())
    folder = mkdtempSync(join(tmpdir(), 'daymark-sdk-'))
    await said(root, process.execPath, ['scripts/build/client.ts'])
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    // `--install-links` packs the folder instead of linking it.
    const options = ['--install-links', '--no-audit', '--no-fund', '--prefer-offline']
    await said(folder, 'npm', ['install', join(root, 'client/dist'), ...options]).catch(error =>
      assert.fail(`The package could not be installed; is the npm registry in reach?\n${error}`),
    )
    cpSync(example, join(folder, 'example.ts'))
  })
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('depends on typebox only', () => {
    const installed = readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'))
    assert.deepEqual(installed.sort(), ['@daymark', 'typebox'])
  })

  it('has a README, a license and types, and no sources', () => {
    const names = readdirSync(join(folder, 'node_modules/@daymark/client'))
    for (const name of ['README.md', 'LICENSE', 'package.json', 'client.js', 'client.d.ts', 'contract'])
      assert.ok(names.includes(name), name)
    assert.deepEqual(
      names.filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts')),
      [],
    )
  })

  it('has a doc comment for every operation', () => {
    const read = (name: string) =>
      readFileSync(join(folder, 'node_modules/@daymark/client/operations', name), 'utf8')
    const files = readdirSync(join(folder, 'node_modules/@daymark/client/operations'))
    assert.ok(files.length > 20)
    for (const name of files.filter(each => each.endsWith('.d.ts'))) {
      const operations = read(name).match(/export declare const/g)?.length
      assert.equal(
        read(name).match(/\/\*\*\n(?: \*.*\n)+ \*\/\nexport declare const/g)?.length,
        operations,
        name,
      )
    }
  })

  it('lets a bundler drop unused operations', async () => {
    const one = await bundled(folder, 'one.js', ONE_OPERATION)
    assert.match(one, /\/v1\/todos["'`]/)
    const live = ['/v1/ws', 'BroadcastChannel', 'indexedDB', 'timer.create']
    const others = ['/v1/todos/stats', '/v1/friends', '/v1/timers', 'authorization.bearer', 'typebox']
    for (const absent of [...others, ...live]) assert.ok(!one.includes(absent), absent)
    const connected = await bundled(folder, 'live.js', LIVE)
    for (const absent of ['/v1/todos/stats', '/v1/ws/timers', 'indexedDB'])
      assert.ok(!connected.includes(absent), absent)
    for (const present of ['/v1/ws', 'BroadcastChannel']) assert.ok(connected.includes(present), present)
    const whole = await bundled(folder, 'whole.js', "export { createClient } from '@daymark/client'")
    for (const present of ['/v1/todos/stats', '/v1/friends', 'authorization.bearer'])
      assert.ok(whole.includes(present), present)
    assert.ok(!whole.includes('typebox'))
    assert.ok(one.length < whole.length / 2, `${one.length} of ${whole.length}`)
  })

  it('has about the sizes that its README states', async () => {
    const readme = readFileSync(join(root, 'client/README.md'), 'utf8')
    for await (const { name, compressedKiB, minifiedKiB } of sdkSizes(folder)) {
      const row = readme.split('\n').find(line => line.startsWith(`| ${name} |`)) ?? ''
      const stated = [...row.matchAll(/([\d.]+) KiB/g)].map(([, kib]) => Number(kib))
      const isNear = [compressedKiB, minifiedKiB].every(
        (kib, at) => Math.abs(kib / (stated[at] ?? 0) - 1) < 0.1,
      )
      assert.ok(
        isNear,
        `${name}: ${compressedKiB} and ${minifiedKiB} KiB. Copy the output of npm run sdk-size.`,
      )
    }
  })

  it('can be loaded by CommonJS programs', async () => {
    const code = "console.log(typeof require('@daymark/client').createClient)"
    writeFileSync(join(folder, 'program.cjs'), `${code}\nrequire('@daymark/client/package.json')`)
    assert.equal(await said(folder, process.execPath, ['program.cjs']), 'function\n')
  })

  // The type check of the example uses `skipLibCheck`, which treats a missing type as `any`. Without that option, the
  // compiler would also check TypeBox, which takes several seconds.
  it('imports only what exists in its declarations', () => {
    const own = join(folder, 'node_modules/@daymark/client')
    const files = globSync('**/*.d.ts', { cwd: own })
    assert.ok(files.length > 50, `${files.length} declarations`)
    for (const file of files) {
      const text = readFileSync(join(own, file), 'utf8')
      const imports = [...text.matchAll(/(?:\sfrom |^import |\bimport\()(['"])([^'"\n]+)\1/gm)].map(
        ([, , name = '']) => name,
      )
      const isThere = (name: string) =>
        name.startsWith('.')
          ? existsSync(join(own, file, '..', name.replace(/\.js$/, '.d.ts')))
          : name === 'typebox' || name.startsWith('node:')
      assert.deepEqual(
        imports.filter(name => !isThere(name)),
        [],
        file,
      )
      assert.doesNotMatch(text, /^\/\/\/ <reference/m, file)
    }
  })

  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    it(`is typed with module resolution ${resolution}`, async () => {
      const settings = ['--noEmit', '--strict', '--target', 'es2024', '--lib', 'esnext,dom', '--types', '']
      const modules = ['--module', module, '--moduleResolution', resolution, '--skipLibCheck']
      await said(folder, process.execPath, [
        COMPILER,
        ...settings,
        ...modules,
        '--singleThreaded',
        'example.ts',
      ])
    })
  }

  it('runs under Node: REST, pages, errors and the socket', async () => {
    const baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const token = await server.issuer.token({ sub: 'packed', name: 'Packed' })
    const printed = await said(folder, process.execPath, ['example.ts', baseUrl, token])
    assert.deepEqual(JSON.parse(printed), {
      status: 'DONE',
      pages: [2, 1],
      error: [422, 'title'],
      timer: ['RUNNING', 'COMPLETED'],
    })
  })
})
