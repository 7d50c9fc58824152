// Runs the shell and TypeScript examples in the documentation, page by page, against a server with rate limits.
// `EXCEPTIONS` lists the examples that it does not run.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, test } from 'node:test'
import { promisify } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { settings } from '../../server/src/config/settings.ts'
import { runCommandHere } from '../../server/test/support/command.ts'
import { startProgram } from '../../server/test/support/process.ts'
import { LOCAL_RECEIVERS } from '../../server/test/support/webhook-receiver.ts'
import { freePort } from '../services/free-port.ts'
import { type Block, blocksOf, EXCEPTIONS, isException, PRINTED, pages, READ, ROOT, RUN } from './blocks.ts'
import { commandsServer } from './commands-server.ts'
import { PERSON, programOf } from './program.ts'

const run = promisify(execFile)
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')
const STRICT = [
  '--noEmit',
  '--strict',
  '--target',
  'esnext',
  '--module',
  'nodenext',
  '--skipLibCheck',
  '--ignoreConfig',
  // Several threads would check most types twice.
  '--singleThreaded',
]
const OWN_SOURCES = ['--allowImportingTsExtensions', '--types', 'node']

const all = pages().flatMap(blocksOf)
const where = ({ file, line, language }: Block) => `${file}:${line} (${language || 'no language'})`

test('every block is run, checked, or a known exception', () => {
  assert.ok(all.length > 20, `${all.length} blocks`)
  const strange = all.filter(({ language }) => ![...RUN, ...READ].includes(language))
  assert.deepEqual(strange.map(where), [], 'a language without any check')
  const stale = EXCEPTIONS.filter(
    each => !all.some(block => block.file === each.file && block.text.trim() === each.text),
  )
  assert.deepEqual(stale, [], 'an exception without a block')
})

describe('blocks that are only checked', () => {
  const checks: Record<string, (text: string) => unknown> = {
    json: JSON.parse,
    // These blocks contain commands for servers and containers. The files that they name must exist.
    text: text => {
      for (const [, name = ''] of text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g))
        assert.ok(name in manifest.scripts, `npm run ${name}`)
      // deploy/daymark.env may be missing, because the operator creates it.
      for (const [path] of text.matchAll(/\b(?:deploy|server\/src|scripts)\/[\w./-]*[\w-]/g))
        if (path !== 'deploy/daymark.env') assert.ok(existsSync(join(ROOT, path)), path)
    },
    // Only looks for the name of the library in these blocks, because Python and Go may be missing.
    python: text => assert.match(text, /standardwebhooks/),
    go: text => assert.match(text, /standardwebhooks/),
    ini: text => {
      for (const [, name = ''] of text.matchAll(/^(\w+)=/gm)) assert.ok(name in settings, name)
    },
  }
  for (const block of all.filter(({ language }) => READ.includes(language)))
    it(where(block), () => void checks[block.language]?.(block.text))
})

interface Host {
  folder: string
  port: string
  setting: { PORT: string; DATA_DIR: string }
  /** The URL of the server that runs operator commands; see commands-server.ts. */
  commands: string
  close(): Promise<void>
}

async function startHost(): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-docs-'))
  const port = String(await freePort())
  const setting = { PORT: port, DATA_DIR: join(folder, 'data') }
  const server = await startProgram({ ...setting, ...LOCAL_RECEIVERS, RATE_LIMIT_ENABLED: 'true' })
  const commands = await commandsServer({ ...setting, HOME: folder })
  return {
    ...{ folder, port, setting },
    commands: commands.url,
    async close() {
      commands.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a page's commands as a reader would, in a checkout with a running server. */
async function runPage(blocks: readonly Block[], host: Host, person: string): Promise<string> {
  const { port, setting } = host
  try {
    const target = { host: `localhost:${port}`, person }
    const HOME = mkdtempSync(join(host.folder, 'page-'))
    const { shell } = programOf(blocks, target, HOME)
    const env = { ...process.env, ...setting, HOME, NODE: process.execPath, COMMANDS: host.commands }
    if (blocks.some(({ text }) => text.includes('DAYMARK_TOKEN'))) {
      const token = await runCommandHere('token', ['--email', person], setting)
      Object.assign(env, { DAYMARK_TOKEN: token.out })
    }
    const { stdout } = await run('bash', ['-c', shell], { cwd: ROOT, env })
    return stdout.replaceAll(person, PERSON)
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string }
    assert.fail(`${message}\n${stdout}\n${stderr}`)
  }
}

const examples = all.filter(block => RUN.includes(block.language) && !isException(block))
const examplesOf = Map.groupBy(examples, ({ file }) => file)

test('the TypeScript of all pages compiles', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-docs-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const modules = [...examplesOf.values()].flatMap((blocks, at) => {
    const { module } = programOf(
      blocks,
      { host: 'localhost:2614', person: PERSON },
      join(folder, `page-${at}`),
    )
    return module?.endsWith('.ts') ? [module] : []
  })
  assert.ok(modules.length > 3, `${modules.length} programs`)
  await run(process.execPath, [COMPILER, ...STRICT, ...OWN_SOURCES, ...modules]).catch(({ stdout }) =>
    assert.fail(stdout),
  )
})

describe('the examples of a page run from top to bottom', () => {
  // All pages share one server, because starting one takes two seconds of CPU time. Each page has its own person
  // and home folder.
  let host: Host
  before(async () => {
    host = await startHost()
  })
  after(() => host.close())

  for (const [at, [file, blocks]] of [...examplesOf].entries()) {
    it(`${file}: ${blocks.length} blocks`, async () => {
      const printed = await runPage(blocks, host, `ann-${at}@example.org`)
      assert.match(printed, PRINTED[file] ?? assert.fail(`Add the expected output of ${file} to PRINTED.`))
    })
  }
})
