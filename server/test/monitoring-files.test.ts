// Every metric in the dashboard and the alerts (deploy/monitoring) must exist on a server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startTestApp, type TestApp } from './support/app.ts'
import { openFreshSqlite } from './support/sqlite.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'deploy/monitoring')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** Prometheus itself adds these metrics. */
const OF_PROMETHEUS = new Set(['up'])
/** The suffixes of a histogram's series. */
const PARTS = /_(?:bucket|sum|count)$/

let server: TestApp
let metrics: string
before(async () => {
  // The folder is not used, because backups start only when the server listens.
  const settings = { METRICS_ENABLED: 'true', BACKUP_DIR: join(tmpdir(), 'daymark-not-used') }
  server = await startTestApp(await openFreshSqlite(), settings)
  metrics = await (await server.fetch('/metrics')).text()
})
after(() => server.close())

interface Described {
  name: string
  type: string
  help: string
}

function described(): Described[] {
  const help = new Map([...metrics.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name, text]) => [name, text]))
  return [...metrics.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
    help: help.get(name) ?? '',
  }))
}

const dashboard = () =>
  (JSON.parse(read('dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] }).panels

/** Each expression with its panel or alert. An alert's expression may continue on lines with deeper indentation. */
const expressions = (): [place: string, text: string][] => [
  ...dashboard().flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [title, expr] as [string, string]),
  ),
  ...[...read('alerts.yml').matchAll(/alert: (\w+)\n +expr: (?:>-)?(.*(?:\n {10}.*)*)/g)].map(
    ([, name = '', text = '']) => [name, text] as [string, string],
  ),
]

/** Returns everything in an expression that is not a function, label, keyword or string. */
const metricsIn = (text: string): string[] =>
  [
    ...text
      .replaceAll(/"[^"]*"/g, '""')
      .replaceAll(/\b(?:by|without|on) *\([^)]*\)/g, '')
      .replaceAll(/\{[^}]*\}/g, '')
      .matchAll(/\b[a-z][a-z0-9_]*\b(?! *\()/g),
  ]
    .map(([name]) => name)
    .filter(name => !['by', 'and', 'or', 'unless'].includes(name) && !/^\d|^[smhde]$/.test(name))

test('every metric of the dashboard and of the alerts exists', () => {
  const known = new Map(described().map(({ name, type }) => [name, type]))
  const all = expressions()
  assert.ok(all.length > 30, `${all.length} expressions`)
  for (const [place, text] of all) {
    const names = metricsIn(text)
    assert.ok(names.length > 0, `${place} names no metric`)
    for (const name of names.filter(each => !OF_PROMETHEUS.has(each))) {
      const isPart = known.get(name.replace(PARTS, '')) === 'histogram' && PARTS.test(name)
      assert.ok(isPart || known.has(name), `${place}: there is no metric ${name}`)
    }
  }
})

test('the dashboard and the guide show every metric of Daymark', () => {
  const guide = readFileSync(join(ROOT, 'docs/guides/monitoring.md'), 'utf8')
  const shown = new Set(
    expressions().flatMap(([, text]) => metricsIn(text).map(each => each.replace(PARTS, ''))),
  )
  for (const { name } of described().filter(each => each.name.startsWith('daymark_'))) {
    assert.ok(guide.includes(name), `the guide does not mention ${name}`)
    assert.ok(shown.has(name) || name === 'daymark_backup_timestamp_seconds', `nothing shows ${name}`)
  }
})

test('names follow the conventions of Prometheus', () => {
  for (const { name, type, help } of described()) {
    assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`)
    assert.match(name, /^[a-z][a-z0-9_]*$/)
    assert.doesNotMatch(name, /_(?:milliseconds|ms|minutes|hours|kilobytes|megabytes|percent)$/)
    assert.ok(help.length > 5, `${name} has no description`)
  }
})

test('promtool accepts metrics, alerts and their tests, if it is installed', async () => {
  if (!(await isInstalled('promtool'))) return
  const run = promisify(execFile)
  const checking = run('promtool', ['check', 'metrics'])
  checking.child.stdin?.end(metrics)
  const { stdout, stderr } = await checking
  assert.equal(stdout + stderr, '')
  await run('promtool', ['check', 'config', 'prometheus.yml'], { cwd: FOLDER })
  await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: FOLDER })
})

test('every alert says what to do, and has a case in the tests of the alerts', () => {
  const rules = read('alerts.yml')
    .split(/^ +- alert: /m)
    .slice(1)
  for (const rule of rules) {
    const [name = ''] = rule.split('\n')
    assert.match(rule, /summary: ".+"/, name)
    assert.match(rule, /action: ".+"/, name)
    assert.match(rule, /severity: (?:critical|warning)/, name)
    assert.ok(read('alerts.test.yml').includes(`alertname="${name}"`), name)
  }
})

const isInstalled = (program: string): Promise<boolean> =>
  promisify(execFile)('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  )
