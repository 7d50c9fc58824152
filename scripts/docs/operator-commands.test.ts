// Runs the operator commands that examples.test.ts does not run, because the guides run them as root or on a
// stopped server.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommandHere } from '../../server/test/support/command.ts'
import { blocksOf, pages, ROOT } from './blocks.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-guide-'))
after(() => rmSync(folder, { recursive: true }))

const COMMANDS = readdirSync(join(ROOT, 'server/src/commands')).map(name => name.replace('.ts', ''))
/** Captures a command's name, and its arguments without a comment. */
const COMMAND = /npm run (?:--silent )?([a-z-]+)(?: -- ([^`#\n)]*))?/g

function commandsIn(text: string): { name: string; args: string[] }[] {
  return [...text.matchAll(COMMAND)]
    .map(([, name = '', args = '']) => ({ name, args: args.trim().split(/\s+/).filter(Boolean) }))
    .filter(({ name }) => COMMANDS.includes(name))
}

test('the commands of the installation and restore guides work in their order', async () => {
  const here = (text: string) =>
    text.replaceAll('/var/lib/daymark', folder).replaceAll('/etc/daymark.env', join(folder, 'etc.env'))
  const blocks = (page: string, language: string) =>
    blocksOf(`docs/guides/${page}.md`)
      .filter(block => block.language === language)
      .map(({ text }) => here(text))
      .join('\n')
  const file = join(folder, 'etc.env')
  writeFileSync(file, blocks('install', 'ini'))
  const run = async (name: string, args: string[]) => {
    const settings = { DATA_DIR: folder, DAYMARK_ENV_FILE: file, PORT: '0' }
    const { code, out, err } = await runCommandHere(name, args, settings)
    assert.equal(code, 0, `${name} ${args.join(' ')}: ${out}${err}`)
    return out
  }
  // In the guide, the service starts between these steps and creates the database.
  const steps = commandsIn(blocks('install', 'text')).filter(({ name }) => name !== 'build')
  assert.deepEqual(
    steps.map(({ name }) => name),
    ['config', 'doctor', 'user', 'backup'],
  )
  for (const { name, args } of steps) {
    if (name === 'user') await run('migrate', [])
    await run(name, args)
  }
  const [backup = ''] = readdirSync(join(folder, 'backups')).filter(name => name.endsWith('.tar.gz'))
  const restores = commandsIn(blocks('backups', 'text') + blocks('troubleshooting', 'text'))
  assert.deepEqual(
    restores.map(({ name }) => name),
    ['restore', 'restore'],
  )
  for (const { name, args } of restores)
    await run(
      name,
      args.map(each => each.replace(/.*\.tar\.gz$/, join(folder, 'backups', backup))),
    )
  assert.match(await run('user', ['list']), /you@example\.org/)
})

test('every command in the documentation has options and arguments that exist', async () => {
  const mentioned = pages()
    .filter(page => page !== 'CHANGELOG.md')
    .flatMap(page => commandsIn(readFileSync(join(ROOT, page), 'utf8')).map(each => ({ page, ...each })))
  assert.ok(mentioned.length > 40, `${mentioned.length} commands`)
  const seen = new Set<string>()
  for (const { page, name, args } of mentioned) {
    const filled = args
      .join(' ')
      .replaceAll(/<[^>]*>/g, 'x')
      .replaceAll('…', 'a@b.co')
      .split(' ')
      .filter(Boolean)
    const text = `${name} ${filled.join(' ')}`
    if (args.length === 0 || seen.has(text)) continue
    seen.add(text)
    // A command checks its arguments before the settings. The settings are invalid here, so that the command has no
    // effect.
    const { out, err } = await runCommandHere(name, filled, { DATABASE_URL: 'nonsense' })
    // Accepts a missing email address, because a sentence may mention a command without one.
    assert.match(out + err, /DATABASE_URL must be| is required\./, `${page}: npm run ${text}`)
  }
  assert.ok(seen.size > 12, `${seen.size} commands`)
})
