// The calendar programs run with a new home folder, so that settings and data of this machine do not matter.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Client } from '@daymark/client'
import { PYTHON } from '../../../scripts/services/calendar-clients.ts'
import { type EmbeddedApp, startEmbedded } from '../support/accounts.ts'
import { openFreshSqlite } from '../support/storages.ts'

/** Returns the programs that the test command has found or installed. */
export function installedClients(): ReadonlySet<string> {
  const names = process.env['CALENDAR_CLIENTS']
  if (names === undefined) throw new Error('CALENDAR_CLIENTS is not set. Run the tests with npm test.')
  return new Set(names.split(','))
}

export interface ClientWorld {
  ann: Client
  /** The group whose tasks are in the collection `todos`. */
  groupId: string
  homeUrl: string
  username: string
  password: string
  folder: string
  run(program: string, args: readonly string[], input?: string): Promise<string>
  close(): Promise<void>
}

export async function openClientWorld(): Promise<ClientWorld> {
  const server: EmbeddedApp = await startEmbedded(await openFreshSqlite(), {
    RATE_LIMIT_CALDAV_REQUESTS: '100000',
  })
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { client: ann } = await server.join()
  const group = await ann.tags.createGroup({
    body: { name: 'Errands', color: '#112233', is_todo_group: true },
  })
  const { username, password } = await ann.devicePasswords.create({ body: { name: 'Client' } })
  const folder = await mkdtemp(join(tmpdir(), 'calendar-clients-'))
  const homeUrl = `${url}/dav/${(await ann.users.me()).id}/`
  const env = {
    ...{
      PATH: `/usr/bin:${process.env['PATH']}`,
      HOME: folder,
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
    },
    ...{ DAV_URL: `${url}/dav/`, DAV_USER: username, DAV_PASSWORD: password },
    ...{ XDG_CONFIG_HOME: join(folder, 'config'), XDG_DATA_HOME: join(folder, 'data') },
    ...{ XDG_CACHE_HOME: join(folder, 'cache'), PYTHONWARNINGS: 'ignore' },
  }
  await mkdir(join(folder, 'config'))
  return {
    ...{ ann, groupId: group.id, homeUrl, username, password, folder },
    async run(program, args, input) {
      const running = promisify(execFile)(program, args, { env, cwd: folder, maxBuffer: 1e8 })
      // A program may end before it has read its input. Its exit code shows whether that is a failure.
      running.child.stdin?.on('error', () => {}).end(input)
      return (await running).stdout
    },
    close: () => server.close(),
  }
}

export const runPython = ({ run }: ClientWorld, script: string, input?: string): Promise<string> =>
  run(PYTHON, [join(import.meta.dirname, script)], input)

/** Configures vdirsyncer to sync both collections with folders, and khal and todoman to read these folders. */
export async function configureVdirsyncer(world: ClientWorld): Promise<void> {
  const { folder, homeUrl, groupId, username, password } = world
  const vdir = join(folder, 'vdir')
  const pairs: [name: string, collection: string][] = [
    ['events', 'schedules'],
    ['tasks', `todos-${groupId}`],
  ]
  const sections = pairs.map(
    ([name, collection]) => `
[pair ${name}]
a = "${name}_local"
b = "${name}_remote"
collections = [["${name}", "${name}", "${collection}"]]
[storage ${name}_local]
type = "filesystem"
path = "${vdir}"
fileext = ".ics"
[storage ${name}_remote]
type = "caldav"
url = "${homeUrl}"
username = "${username}"
password = "${password}"
`,
  )
  const config = join(folder, 'config')
  for (const each of ['vdirsyncer', 'khal', 'todoman']) await mkdir(join(config, each), { recursive: true })
  await writeFile(
    join(config, 'vdirsyncer/config'),
    `[general]\nstatus_path = "${join(folder, 'status')}"\n${sections.join('')}`,
  )
  await writeFile(
    join(config, 'khal/config'),
    `[calendars]\n[[events]]\npath = ${join(vdir, 'events')}\n[locale]\nlocal_timezone = UTC\ndefault_timezone = UTC\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n[default]\ndefault_calendar = events\n`,
  )
  await writeFile(
    join(config, 'todoman/config.py'),
    `path = "${join(vdir, 'tasks')}"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ndefault_list = "tasks"\n`,
  )
}

export async function syncVdirsyncer({ run }: ClientWorld, first = false): Promise<void> {
  if (first) await run('vdirsyncer', ['discover'], 'y\ny\ny\ny\n')
  await run('vdirsyncer', ['sync'])
}

export async function configureCalcurse({ folder, homeUrl, username, password }: ClientWorld): Promise<void> {
  const { host, pathname } = new URL(homeUrl)
  const place = join(folder, 'config/calcurse/caldav')
  await mkdir(place, { recursive: true })
  await writeFile(
    join(place, 'config'),
    `[General]\nHostname = ${host}\nPath = ${pathname}schedules/\nHTTPS = No\nSyncFilter = cal\nDryRun = No\n[Auth]\nUsername = ${username}\nPassword = ${password}\n`,
  )
}
