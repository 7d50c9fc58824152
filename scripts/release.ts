// npm run release: writes the version and the changelog, commits and tags, then builds the packages, the source
// archive, the image and their checksums. Does not push or publish anything.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { released, releasedNotes, unreleased, upgradeNotes } from './release/changelog.ts'
import { ENGINES, type Engine, installedEngine, saveArguments } from './release/image.ts'
import { CHECKSUMS, emptyFolder, packInto, publishableIn, writeChecksums } from './release/packages.ts'
import { lockWithVersion, nextVersion, withVersion } from './release/version.ts'

const USAGE = `Usage: npm run release -- <major | minor | patch | 1.2.3> [--dry-run] [--no-verify] [--no-image]

  --dry-run     shows what would happen without changing anything
  --no-verify   skips "npm run check" and "npm test", for a commit that CI has already tested
  --no-image    skips the container image`

const ROOT = join(import.meta.dirname, '..')
const BRANCH = 'main'
const UPGRADING = 'docs/guides/upgrading.md'
/** Git ignores the output folder. */
const outputOf = (version: string): string => join('dist', version)
const NO_IMAGE = `no image (--no-image was given, or none of ${ENGINES.join(', ')} is installed)`

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
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return
  }
  const [wanted] = positionals
  if (wanted === undefined) throw new Error(USAGE)
  const manifest = JSON.parse(read('package.json')) as { version: string; workspaces: string[] }
  const version = nextVersion(manifest.version, wanted)
  const changes = unreleased(read('CHANGELOG.md'))
  const upgrade = upgradeNotes(read(UPGRADING))
  refuseUnlessReady(version, changes, upgrade)
  const release = {
    version,
    notes: `${changes}\n\n### Upgrade\n\n${upgrade}`,
    engine: values['no-image'] ? undefined : installedEngine(),
    workspaces: manifest.workspaces,
    verify: !values['no-verify'],
  }
  if (values['dry-run']) describe(manifest.version, release)
  else perform(release)
}

interface Release {
  version: string
  notes: string
  engine: Engine | undefined
  workspaces: readonly string[]
  verify: boolean
}

function perform({ version, notes, engine, workspaces, verify }: Release): void {
  if (verify) for (const script of ['check', 'test']) run('npm', 'run', script)
  writeVersion(version, workspaces)
  // The API reference contains the version.
  run('npm', 'run', 'openapi')
  // Tests in later versions upgrade this database.
  run('npm', 'run', 'record-database', '--', version)
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
  const output = outputOf(version)
  emptyFolder(join(ROOT, output))
  const packages = packInto(output, ROOT, workspaces)
  writeFileSync(join(ROOT, output, 'NOTES.md'), `# Daymark ${version}\n\n${notes}\n`)
  archiveSource(version, output)
  buildImage(version, engine, output)
  writeChecksums(join(ROOT, output))
  console.log(`
Released ${version} locally. ${output}/ contains the release files and ${CHECKSUMS}. To publish the release:

  git push --follow-tags
${packages.map(name => `  npm publish ${join(output, name)}\n`).join('')}${engine ? `  ${engine} push <registry>/daymark:${version}\n` : ''}`)
}

/** Throws one error with all problems, so that they can be fixed in one go. */
function refuseUnlessReady(version: string, changes: string, upgrade: string): void {
  const faults = [
    ...(ask('git', 'status', '--porcelain') ? ['There are uncommitted changes.'] : []),
    ...(ask('git', 'branch', '--show-current') === BRANCH
      ? []
      : [`Releases are made on the branch ${BRANCH}.`]),
    ...(ask('git', 'tag', '--list', tagOf(version)) ? [`The tag ${tagOf(version)} already exists.`] : []),
    ...(changes ? [] : ['CHANGELOG.md lists nothing under [Unreleased].']),
    ...(upgrade ? [] : [`${UPGRADING} does not say under "Unreleased" how to upgrade.`]),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

function describe(from: string, { version, notes, engine, workspaces }: Release): void {
  console.log(`Would release ${version} after ${from}, with these notes:

${notes}

  - check and test, unless --no-verify is given
  - write ${version} to package.json in the root and in every workspace, package-lock.json, CHANGELOG.md, the upgrade
    notes and the API reference
  - store a database from ${version}, for upgrade tests in later versions
  - commit "release: ${version}" and tag it ${tagOf(version)}
  - pack ${publishableIn(ROOT, workspaces).join(', ')} and the source into ${outputOf(version)}/
  - ${engine ? `build the image daymark:${version} with ${engine} and save it there` : NO_IMAGE}
  - write ${CHECKSUMS}

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
  for (const path of ['deploy/kubernetes/one.yaml', 'deploy/kubernetes/many.yaml'])
    writeFileSync(join(ROOT, path), read(path).replace(/image: daymark:\S+/, `image: daymark:${version}`))
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(join(ROOT, 'CHANGELOG.md'), released(read('CHANGELOG.md'), version, today))
  writeFileSync(join(ROOT, UPGRADING), releasedNotes(read(UPGRADING), version))
}

/** Archives the tagged source, for operators who install without git. */
function archiveSource(version: string, output: string): void {
  const name = `daymark-${version}`
  run('git', 'archive', `--prefix=${name}/`, `--output=${join(output, `${name}.tar.gz`)}`, tagOf(version))
}

function buildImage(version: string, engine: Engine | undefined, output: string): void {
  if (!engine) {
    console.log(`\nBuilt ${NO_IMAGE}. To build one later: docker build --tag daymark:${version} .`)
    return
  }
  const image = `daymark:${version}`
  run(engine, 'build', '--tag', image, '--tag', 'daymark:latest', '.')
  run(engine, ...saveArguments(engine, image, join(output, `daymark-${version}-image.tar`)))
}
