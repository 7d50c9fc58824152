// `cli.run` and `cli.terminal` start the packed program. `cli.call` and `cli.json` run commands in this process.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { type Client, createClient } from '@daymark/client'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../server/test/support/accounts.ts'
import { formBrowser } from '../../server/test/support/form-browser.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openWire, type Wire } from '../../server/test/support/wire.ts'
import { widthOf } from '../src/view/width.ts'
import { type Installed, install, type Terminal } from './support/installed.ts'

interface Day {
  date: string
  offline: boolean
  pending: number
  tracked_seconds: number
  todos: { title: string; pending: boolean }[]
  anytime: { title: string; pending: boolean }[]
  entries: { title: string; start: string; pending: boolean }[]
  timers: { title: string | null; status: string; pending: boolean }[]
}

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g')
const withoutColor = (text: string): string => text.replaceAll(ESCAPES, '').replaceAll('\r', '')
const titles = (items: readonly { title: string | null }[]) => items.map(({ title }) => title)

describe('the command line', () => {
  let server: EmbeddedApp
  let issuer: string
  let wire: Wire
  let cli: Installed
  let client: Client
  let token: string
  let signIn: Terminal
  before(async () => {
    const installed = install()
    server = await startEmbedded(await openFreshSqlite(), { WS_CONNECT_MAX: '40', PORT: '0' })
    issuer = await server.app.listen({ host: '127.0.0.1', port: 0 })
    wire = await openWire(issuer)
    const ann = await server.join('ann@example.org')
    client = createClient({ baseUrl: wire.url, token: ann.access_token })
    const made = await client.tokens.create({ body: { name: 'Terminal', scopes: ['read', 'write'] } })
    token = made.token
    cli = await installed
    // The sign-in polls every 5 seconds, so it runs in the background during the tests below.
    signIn = cli.terminal(`daymark login ${wire.url}`)
  })
  // A failed test must not leave later tests offline.
  afterEach(() => wire.join())
  after(async () => {
    await wire.cut().catch(() => {})
    await server.close()
    cli.remove()
  })

  it('is one file without dependencies', () => {
    const modules = join(cli.folder, 'node_modules')
    assert.deepEqual(
      readdirSync(modules).filter(name => !name.startsWith('.')),
      ['@daymark'],
    )
    assert.deepEqual(readdirSync(join(modules, '@daymark/cli')).toSorted(), [
      'LICENSE',
      'README.md',
      'daymark.js',
      'package.json',
    ])
  })

  it('refuses what it does not know, and says what was meant', async () => {
    const cases: [string[], number, RegExp][] = [
      [['tday'], 2, /Unknown command "tday".\n {2}Did you mean "today"\?/],
      [['today', '--jsno'], 2, /Did you mean "--json"\?/],
      [['watch', 'me'], 2, /Unexpected argument "me"/],
      [['add'], 2, /Missing argument: <text>/],
      [['login', token], 2, /visible to other users/],
      [['today'], 3, /You are not signed in.\n {2}Run "daymark login"/],
      [['login', 'http://127.0.0.1:9', '--with-token'], 4, /cannot be reached/],
    ]
    const env = { HOME: join(cli.folder, 'nobody') }
    for (const [args, code, err] of cases) {
      const result = await cli.call(args, { env })
      assert.equal(result.code, code, args.join(' '))
      assert.match(result.err, err)
      assert.equal(result.out, '')
    }
    const { code, err } = await cli.run(['today', '--json'], { env })
    assert.equal(code, 3)
    assert.deepEqual(JSON.parse(err), { error: { code: 'signed_out', message: 'You are not signed in.' } })
  })

  it('has help for every command in both languages', async () => {
    const { out } = await cli.run(['--help'])
    const names = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name)
    assert.equal(names.length, 16)
    for (const name of names) {
      const english = await cli.call(['help', name])
      assert.match(english.out, new RegExp(`Usage {2}daymark ${name}`))
      const korean = await cli.call([name, '--help'], { env: { LANG: 'ko_KR.UTF-8' } })
      assert.match(korean.out, new RegExp(`사용법 {2}daymark ${name}`))
    }
  })

  it('signs in with a browser on any device, and signing out disconnects it', async () => {
    await signIn.see('Waiting for your approval')
    const [address = ''] = withoutColor(signIn.shown()).match(/http\S+user_code=\S+/) ?? []
    const browser = formBrowser(issuer)
    const user_code = new URL(address).searchParams.get('user_code') ?? ''
    const confirm = await browser.submit(await browser.go(address), '/device', { user_code })
    const page = await browser.submit(confirm, '/device')
    const consent = await browser.submit(page, '/login', { email: 'ann@example.org', password: PASSWORD })
    assert.match((await browser.submit(consent, '/allow')).text, /Connected/)
    await signIn.see('as ann.')
    assert.equal(await signIn.ended, 0)
    const file = join(cli.home, '.config/daymark/credentials.json')
    const stored = JSON.parse(readFileSync(file, 'utf8'))
    // The next command must renew the access token, because the server rejects this token.
    writeFileSync(file, JSON.stringify({ ...stored, grant: { ...stored.grant, access_token: 'expired' } }))
    assert.equal((await cli.json<{ kind: string }>('add', 'Read the news')).kind, 'todo')
    assert.deepEqual(titles(await client.todos.list()), ['Read the news'])
    assert.equal((await client.apps.list()).length, 1)
    const archive = await cli.call(['export', '--format', 'zip'])
    assert.deepEqual([archive.code, archive.out], [1, ''])
    assert.match(archive.err, /cannot download the archive/)
    assert.equal((await cli.call(['logout'])).code, 0)
    assert.deepEqual(await client.apps.list(), [])
  })

  it('signs in in a terminal without showing the token, which only the owner can read', async () => {
    const terminal = cli.terminal(`daymark login ${wire.url} --with-token`)
    await terminal.see('Token (not shown)')
    terminal.type(`${token}\r`)
    await terminal.see('as ann.')
    assert.equal(await terminal.ended, 0)
    assert.ok(!terminal.shown().includes(token))
    const file = join(cli.home, '.config/daymark/credentials.json')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).token, token)
  })

  it('adds from one line, and shows the day in a terminal with aligned columns', async () => {
    const first = await cli.json<{ kind: string; item: { list: string } }>('add', 'Buy milk !high')
    assert.deepEqual([first.kind, first.item.list], ['todo', 'Personal'])
    const entry = await cli.json<{ kind: string }>('add', '오늘 오후 11시 안나와 회의')
    assert.equal(entry.kind, 'schedule')
    await cli.json('add', 'Prepare the talk about everything that happened this year, with pictures ~45m')
    const colored = cli.terminal('stty cols 60; daymark today')
    assert.equal(await colored.ended, 0)
    assert.match(colored.shown(), ESCAPES)
    const lines = withoutColor(colored.shown()).split('\n')
    assert.ok(
      lines.every(line => widthOf(line) <= 60),
      lines.join('\n'),
    )
    assert.ok(
      lines.some(line => /23:00–00:00 {2}안나와 회의$/.test(line)),
      lines.join('\n'),
    )
    assert.ok(
      lines.some(line => /^ {2}\d {2}Prepare the talk.*… {2} +~45 min {2}Personal$/.test(line)),
      lines.join('\n'),
    )
    const inColor = await cli.call(['today'], { columns: 60 })
    assert.match(inColor.out, ESCAPES)
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
      assert.doesNotMatch((await cli.call(['today'], { env, columns: 60 })).out, ESCAPES)
    assert.doesNotMatch((await cli.run(['today'])).out, ESCAPES)
  })

  it('starts, pauses, resumes and stops timers', async () => {
    type Answer = { pending: boolean; timer: { title: string; status: string; planned_seconds: number } }
    const started = await cli.json<Answer>('start', 'Buy milk', '--for', '50m')
    assert.deepEqual([started.timer.title, started.timer.planned_seconds], ['Buy milk', 3000])
    for (const [action, status] of [
      ['pause', 'PAUSED'],
      ['resume', 'RUNNING'],
      ['stop', 'COMPLETED'],
    ] as const)
      assert.equal((await cli.json<Answer>(action)).timer.status, status)
    const again = await cli.call(['stop'])
    assert.equal(again.code, 5)
    assert.match(again.err, /No timer is running/)
    const milk = (await client.todos.list()).find(({ title }) => title === 'Buy milk')
    assert.equal((await client.timers.list())[0]?.todo_id, milk?.id)
  })

  it('plans a todo in the next free slot or at a time, and completes it by its number', async () => {
    const plan = await cli.json<{ free: { start: string }[]; todos: { title: string }[] }>('plan')
    const planned = await cli.json<{ entry: { start: string; end: string } }>('plan', 'talk')
    assert.equal(planned.entry.start, plan.free.find(() => true)?.start)
    assert.equal(Date.parse(planned.entry.end) - Date.parse(planned.entry.start), 45 * 60_000)
    const at = await cli.json<{ entry: { start: string } }>(
      'plan',
      'milk',
      '--at',
      'tomorrow 15:00',
      '--for',
      '1h',
    )
    assert.match(at.entry.start, /T15:00:00.000Z$/)
    const alone = await cli.json<{ entry: { id: string; start: string } }>('plan', 'milk', '--at', '23:30')
    assert.match(alone.entry.start, /T23:30:00.000Z$/)
    await client.schedules.remove({ params: { schedule_id: alone.entry.id } })
    const notATime = await cli.call(['plan', 'milk', '--at', 'Friday'])
    assert.deepEqual([notATime.code, notATime.err.includes('"Friday" is not a time')], [2, true])
    const number = titles(plan.todos).indexOf('Buy milk') + 1
    const done = await cli.run(['done', String(number)])
    assert.deepEqual([done.code, done.out], [0, '✓ Done: Buy milk\n'])
    assert.equal((await cli.call(['done', 'milk'])).code, 5)
  })

  it('plans no todo after its deadline, which may be a date', async () => {
    const [list] = await client.tags.listGroups()
    const today = new Date().toISOString().slice(0, 10)
    const { id } = await client.todos.create({
      body: { title: 'Pay the rent', tag_group_id: list?.id ?? '', deadline_date: today },
    })
    const busy = await client.schedules.create({
      body: {
        title: 'A full day',
        start_time: `${today}T00:00:00Z`,
        end_time: new Date(Date.parse(today) + 86_400_000).toISOString(),
      },
    })
    const refused = await cli.call(['plan', 'rent'])
    assert.deepEqual([refused.code, refused.err.includes('minutes before the deadline')], [5, true])
    // Nothing is planned for a weekend, because the person has set no working hours.
    const isWorkday = (ms: number) => ![0, 6].includes(new Date(ms).getUTCDay())
    const next = [1, 2, 3].map(days => Date.parse(today) + days * 86_400_000).find(isWorkday) ?? 0
    const workday = new Date(next).toISOString().slice(0, 10)
    await client.todos.update({ params: { todo_id: id }, body: { deadline_date: workday } })
    const planned = await cli.json<{ entry: { start: string } }>('plan', 'rent')
    assert.equal(planned.entry.start.slice(0, 10), workday)
    await client.schedules.remove({ params: { schedule_id: busy.id } })
    await client.todos.remove({ params: { todo_id: id } })
  })

  it('shows a day of long ago, whose timers are not stored on this computer', async () => {
    const past = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
    const segments = [{ start: `${past}T09:00:00Z`, end: `${past}T09:30:00Z` }]
    const { id } = await client.timers.addRecord({ body: { title: 'Long ago', segments } })
    await cli.json('status')
    const day = await cli.json<Day>('today', '--date', past)
    assert.deepEqual([day.date, day.tracked_seconds], [past, 1800])
    await wire.cut()
    assert.equal((await cli.call(['today', '--date', past])).code, 4)
    await wire.join()
    await client.timers.remove({ params: { timer_id: id } })
  })

  it('works offline: writes are shown as pending, and sent once with the next command', async () => {
    const before = await client.todos.list()
    await cli.json('add', 'Dinner with Bo today 22:00')
    await wire.cut()
    const added = await cli.json<{ pending: boolean; item: { pending: boolean } }>(
      'add',
      'Water the plants by today',
    )
    assert.deepEqual([added.pending, added.item.pending], [true, true])
    const said = await cli.run(['start', 'Water the plants'])
    assert.match(said.out, /^↑ Started Water the plants {2}25 min\n {2}Stored on this computer/)
    const offline = await cli.json<Day>('today')
    assert.deepEqual([offline.offline, offline.pending], [true, 2])
    assert.deepEqual(titles(offline.timers), ['Water the plants'])
    assert.deepEqual(
      offline.todos.filter(({ pending }) => pending).map(({ title }) => title),
      ['Water the plants'],
    )
    assert.deepEqual(
      titles(offline.entries).filter(title => !title?.startsWith('Prepare')),
      ['Dinner with Bo', '안나와 회의'],
    )
    for (const command of ['report', 'export']) {
      const { code, out } = await cli.call([command])
      assert.deepEqual([code, out], [4, ''])
    }
    assert.equal((await cli.call(['logout'])).code, 1)
    const waiting = await cli.json<{ entries: { title: string; state: string }[] }>('pending')
    assert.deepEqual(
      waiting.entries.map(({ title, state }) => [title, state]),
      [
        ['Water the plants', 'waiting'],
        ['Water the plants', 'waiting'],
      ],
    )
    await wire.join()
    // Two simultaneous commands find the same pending writes, which must be sent only once.
    await Promise.all([cli.run(['status']), cli.run(['status'])])
    const day = await cli.json<Day>('today')
    assert.deepEqual([day.offline, day.pending, titles(day.timers)], [false, 0, ['Water the plants']])
    const now = await client.todos.list()
    assert.equal(now.length, before.length + 1)
    assert.equal((await client.timers.list()).filter(({ status }) => status === 'RUNNING').length, 1)
    await cli.json('stop')
  })

  it('keeps a refused write of an earlier command until it is discarded', async () => {
    const list = await client.tags.createGroup({
      body: { name: 'Short', color: '#4F86C6', is_todo_group: true },
    })
    await cli.json('status')
    await wire.cut()
    await cli.json('add', 'Lost item /Short')
    await wire.join()
    await client.tags.deleteGroup({ params: { group_id: list.id } })
    assert.equal((await cli.json<{ refused: number }>('status')).refused, 1)
    const shown = await cli.call(['pending'])
    assert.match(shown.out, /refused {2}Lost item {2}add todo/)
    assert.deepEqual(await cli.json('pending', 'discard'), { action: 'discard', count: 1 })
    assert.equal((await cli.json<{ refused: number }>('status')).refused, 0)
  })

  it('follows changes live in a terminal until q is pressed', async () => {
    const terminal = cli.terminal('daymark watch')
    await terminal.see('● Live')
    const [list] = await client.tags.listGroups()
    const deadline = (await cli.json<Day>('today')).date
    await client.todos.create({ body: { title: 'Made elsewhere', tag_group_id: list?.id ?? '', deadline } })
    await terminal.see('Made elsewhere')
    await wire.cut()
    await terminal.see('○ Offline')
    await wire.join()
    await terminal.see('● Live')
    terminal.type('q')
    assert.equal(await terminal.ended, 0)
    assert.ok(terminal.shown().trimEnd().endsWith('[?1049l'), 'the screen is restored')
  })

  it('reports the week and exports everything, quietly if the reader stops early', async () => {
    const report = await cli.json<{ by: string; rows: object[] }>('report', '--week')
    assert.deepEqual(Object.keys(report), [
      'period',
      'start_date',
      'end_date',
      'timezone',
      'by',
      'measured_seconds',
      'planned_seconds',
      'rows',
      'days',
    ])
    const all = JSON.parse((await cli.run(['export'])).out) as Record<string, { title: string }[]>
    assert.ok(titles(all['todos'] ?? []).includes('Buy milk'))
    assert.ok(titles(all['schedules'] ?? []).includes('안나와 회의'))
    assert.match((await cli.run(['export', '--format', 'csv'])).out, /^\uFEFFid,title/)
    const full = cli.terminal('bash -c "daymark export > /dev/full"')
    assert.equal(await full.ended, 1)
    assert.match(withoutColor(full.shown()), /^✗ .*ENOSPC.*\n$/)
    const terminal = cli.terminal('bash -o pipefail -c "daymark export | head -c 1; echo rc=$?"')
    assert.equal(await terminal.ended, 0)
    assert.equal(withoutColor(terminal.shown()), '{rc=0\n')
  })

  it('completes commands and options in bash', async () => {
    const { out } = await cli.call(['completion', 'bash'])
    const ask = (words: string, at: number) =>
      `COMP_WORDS=(${words}); COMP_CWORD=${at}; COMPREPLY=(); _daymark; echo "\${COMPREPLY[*]}"`
    const shell = cli.terminal(
      `bash -c '${[out, ask('daymark st', 1), ask('daymark report --w', 2), ask('daymark export --format ""', 3)].join('\n').replaceAll("'", "'\\''")}'`,
    )
    assert.equal(await shell.ended, 0)
    assert.equal(withoutColor(shell.shown()), 'start stop status\n--week\njson csv zip\n')
    for (const name of ['zsh', 'fish']) assert.match((await cli.call(['completion', name])).out, /report/)
  })

  it('needs no sign-in with a token in the environment', async () => {
    const env = { DAYMARK_SERVER: wire.url, DAYMARK_TOKEN: token, HOME: join(cli.folder, 'other') }
    const { code, out } = await cli.run(['status', '--json'], { env })
    assert.equal(code, 0)
    assert.equal(JSON.parse(out).account.name, 'ann')
    const refused = await cli.call(['status'], { env: { ...env, DAYMARK_TOKEN: 'dmk_wrong' } })
    assert.deepEqual(
      [refused.code, refused.err],
      [3, '✗ The server rejected this token. Create a new one in the settings of the web app.\n'],
    )
    for (const half of [{ DAYMARK_TOKEN: token }, { DAYMARK_SERVER: 'other.example.org' }])
      assert.deepEqual(await cli.call(['add', 'Milk'], { env: half }), {
        code: 2,
        out: '',
        err: '✗ Set both DAYMARK_SERVER and DAYMARK_TOKEN, or neither.\n',
      })
    assert.equal((await cli.call(['status'], { env: { DAYMARK_SERVER: wire.url } })).code, 0)
    const bad = await cli.call(['status'], { env: { ...env, DAYMARK_SERVER: '::' } })
    assert.deepEqual([bad.code, bad.err.slice(0, 32)], [2, '✗ "::" is not a server address. '])
  })

  it('signs out and deletes the copy', async () => {
    assert.equal((await cli.run(['logout'])).code, 0)
    assert.equal((await cli.call(['today'])).code, 3)
    assert.deepEqual(readdirSync(join(cli.home, '.local/state/daymark')), [])
    assert.deepEqual(readdirSync(join(cli.home, '.config/daymark')), [])
  })
})
