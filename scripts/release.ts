// npm run release: writes the version and the changelog, builds the SDK and the image, then commits and tags. Does
// not push or publish anything.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { released, unreleased } from './release/changelog.ts'
import { lockWithVersion, nextVersion, withVersion } from './release/version.ts'

const USAGE = `Usage: npm run release -- <major | minor | patch | 1.2.3> [--dry-run] [--no-verify] [--no-image]

  --dry-run     says what would happen and changes nothing
  --no-verify   skips "npm run check" and "npm test", for a commit that CI has already tested
  --no-image    builds no container image`

const ROOT = join(import.meta.dirname, '..')
const BRANCH = 'main'
/** The output folder, which git ignores. */
const OUTPUT = 'dist'
const NO_IMAGE = 'no image (--no-image was given, or neither docker nor podman is installed)'

const tagOf = (version: string): string => `v${version}`

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const ask = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' }).trim()
const run = (command: string, ...args: string[]): void => {
  console.log(`\n> ${[command, ...args].join(' ').split('\n', 1)}`)
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit' })
}

try {
  main()
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'no-verify': { type: 'boolean', default: false },
      'no-image': { type: 'boolean', default: false },
    },
  })
  const [wanted] = positionals
  if (wanted === undefined) throw new Error(USAGE)
  const manifest = JSON.parse(read('package.json')) as { version: string; workspaces: string[] }
  const version = nextVersion(manifest.version, wanted)
  const notes = unreleased(read('CHANGELOG.md'))
  refuseUnlessReady(version, notes)
  const engine = values['no-image'] ? undefined : ['docker', 'podman'].find(isInstalled)
  if (values['dry-run']) describe(manifest.version, version, notes, engine)
  else perform({ version, notes, engine, workspaces: manifest.workspaces, verify: !values['no-verify'] })
}

interface Release {
  version: string
  notes: string
  engine: string | undefined
  workspaces: readonly string[]
  verify: boolean
}

function perform({ version, notes, engine, workspaces, verify }: Release): void {
  if (verify) for (const script of ['check', 'test']) run('npm', 'run', script)
  writeVersion(version, workspaces)
  // The API reference contains the version.
  run('npm', 'run', 'openapi')
  // Later versions are tested by upgrading this database.
  run('npm', 'run', 'record-database', '--', version)
  const packed = packClient()
  buildImage(version, engine)
  run('git', 'add', '--all')
  run('git', 'commit', '--quiet', '--message', `release: ${version}`)
  run(
    'git',
    'tag',
    '--annotate',
    tagOf(version),
    '--cleanup=whitespace',
    '--message',
    `Daymark ${version}\n\n${notes}`,
  )
  console.log(`
Released ${version} locally. To publish it:

  git push --follow-tags
  npm publish ${packed}
${engine ? `  ${engine} push <registry>/daymark:${version}\n` : ''}`)
}

/** Throws with a list of all problems, so that they can be fixed at once. */
function refuseUnlessReady(version: string, notes: string): void {
  const faults = [
    ...(ask('git', 'status', '--porcelain') ? ['There are uncommitted changes.'] : []),
    ...(ask('git', 'branch', '--show-current') === BRANCH
      ? []
      : [`Releases are made on the branch ${BRANCH}.`]),
    ...(ask('git', 'tag', '--list', tagOf(version)) ? [`The tag ${tagOf(version)} already exists.`] : []),
    ...(notes ? [] : ['CHANGELOG.md lists nothing under [Unreleased].']),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

function describe(from: string, to: string, notes: string, engine: string | undefined): void {
  console.log(`Would release ${to} after ${from}, with these notes:

${notes}

  - check and test, unless --no-verify is given
  - write ${to} into package.json of the root and of every workspace, package-lock.json, CHANGELOG.md and the API reference
  - store a database of ${to}, which later versions are tested to upgrade
  - pack the SDK into ${OUTPUT}/
  - ${engine ? `build the image daymark:${to} with ${engine}` : NO_IMAGE}
  - commit "release: ${to}" and tag it ${tagOf(to)}

Nothing was changed.`)
}

function writeVersion(version: string, workspaces: readonly string[]): void {
  for (const folder of ['.', ...workspaces]) {
    const path = join(folder, 'package.json')
    writeFileSync(join(ROOT, path), withVersion(read(path), version))
  }
  writeFileSync(
    join(ROOT, 'package-lock.json'),
    lockWithVersion(read('package-lock.json'), workspaces, version),
  )
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(join(ROOT, 'CHANGELOG.md'), released(read('CHANGELOG.md'), version, today))
}

/** Returns the path of the packed SDK. */
function packClient(): string {
  mkdirSync(join(ROOT, OUTPUT), { recursive: true })
  run('npm', 'run', 'build', '--workspace', '@daymark/client')
  const packed = ask('npm', 'pack', './client/dist', '--pack-destination', OUTPUT, '--silent')
  return join(OUTPUT, packed)
}

function buildImage(version: string, engine: string | undefined): void {
  if (engine) run(engine, 'build', '--tag', `daymark:${version}`, '--tag', 'daymark:latest', '.')
  else console.log(`\nBuilt ${NO_IMAGE}. To build one later: docker build --tag daymark:${version} .`)
}

function isInstalled(engine: string): boolean {
  try {
    ask(engine, '--version')
    return true
  } catch {
    return false
  }
}
