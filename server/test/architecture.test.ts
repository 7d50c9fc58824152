// The structure of the code: layers, who may import what, file names, sizes.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

interface Module {
  path: string
  text: string
  lines: number
  /** Paths inside the repository, or names of packages. */
  imports: string[]
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const modules: Module[] = globSync('{contract,recurrence,client,server,web}/{src,test}/**/*.{ts,tsx}', {
  cwd: root,
})
  .map(path => path.replaceAll('\\', '/'))
  .sort()
  .map(path => {
    const text = readFileSync(join(root, path), 'utf8')
    const imports = [...text.matchAll(IMPORT)].map(match => resolve(path, match[1] ?? match[2] ?? ''))
    return { path, text, lines: text.split('\n').length - 1, imports }
  })

function resolve(from: string, target: string): string {
  if (target.startsWith('.')) return normalize(join(dirname(from), target)).replaceAll('\\', '/')
  const own = /^@daymark\/(\w+)(?:\/(.+))?$/.exec(target)
  return own ? `${own[1]}/src/${own[2] ?? 'client'}.ts` : target
}

const isTest = (module: Module) => /\.(test|suite)\.tsx?$/.test(module.path) || module.path.includes('/test/')
const source = modules.filter(module => !isTest(module))
const serverSource = source.filter(module => module.path.startsWith('server/src/'))

/** Every offence as `file -> import`, for a message that says where to look. */
const offences = (from: Module[], forbidden: (target: string, module: Module) => boolean): string[] =>
  from.flatMap(module =>
    module.imports.filter(target => forbidden(target, module)).map(target => `${module.path} -> ${target}`),
  )

const featureOf = (path: string): string | undefined => /^server\/src\/features\/([\w-]+)\//.exec(path)?.[1]
const layerOf = (path: string): string | undefined => /^server\/src\/([\w-]+)\//.exec(path)?.[1]

test('the modules were really seen', () => {
  assert.ok(source.length > 60, `${source.length} modules`)
  const edges = source.reduce((sum, module) => sum + module.imports.length, 0)
  assert.ok(edges > 200, `${edges} imports`)
  const tags = source.find(module => module.path === 'server/src/features/tags/service.ts')
  assert.ok(tags?.imports.includes('server/src/features/tags/store.ts'))
  assert.ok(tags?.imports.includes('contract/src/planning/tags.ts'))
})

test('every import leads to a file that exists or to a package', () => {
  const known = new Set(modules.map(module => module.path))
  const broken = offences(
    modules,
    target =>
      /^(contract|recurrence|client|server|web)\/(src|test)\/.*\.tsx?$/.test(target) && !known.has(target),
  )
  assert.deepEqual(broken, [])
})

test('packages: web -> client -> contract <- server -> recurrence', () => {
  const allowed: Record<string, string[]> = {
    contract: ['contract'],
    recurrence: ['recurrence'],
    client: ['client', 'contract'],
    web: ['web', 'client', 'contract', 'recurrence'],
    server: ['server', 'contract', 'recurrence'],
  }
  const wrong = offences(source, (target, module) => {
    const to = /^(contract|recurrence|client|server|web)\/src\//.exec(target)?.[1]
    return to !== undefined && !allowed[module.path.split('/')[0] ?? '']?.includes(to)
  })
  assert.deepEqual(wrong, [])
})

/** Which folder may import which, beside itself; `config` and `commands` join the layers like `app.ts` does. */
const LAYERS: Record<string, string[]> = {
  protocols: ['features', 'platform', 'config'],
  features: ['platform'],
  platform: [],
  config: ['features', 'platform'],
}

test('layers: protocols -> features -> platform, never upwards', () => {
  const wrong = offences(serverSource, (target, module) => {
    const from = layerOf(module.path) ?? ''
    const to = layerOf(target)
    return from in LAYERS && to !== undefined && to !== from && !LAYERS[from]?.includes(to)
  })
  assert.deepEqual(wrong, [])
})

/** From the top down: a part of the platform may import only the parts after it. */
const PLATFORM = [
  'observability',
  'sign-in',
  'client-address',
  'changes',
  'storage',
  'bus',
  'limiter',
  'kernel',
]

test('the parts of the platform look down only', () => {
  const partOf = (path: string) => /^server\/src\/platform\/([\w-]+)\//.exec(path)?.[1]
  const wrong = offences(serverSource, (target, module) => {
    const [from, to] = [partOf(module.path), partOf(target)]
    return (
      from !== undefined && to !== undefined && from !== to && PLATFORM.indexOf(to) <= PLATFORM.indexOf(from)
    )
  })
  assert.deepEqual(wrong, [])
  const parts = new Set(serverSource.flatMap(module => partOf(module.path) ?? []))
  assert.deepEqual([...parts].sort(), PLATFORM.toSorted(), 'a new part takes its place in PLATFORM')
})

test('no import circles', () => {
  const byPath = new Map(source.map(module => [module.path, module]))
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      return
    }
    state.set(path, 'open')
    for (const target of byPath.get(path)?.imports ?? [])
      if (byPath.has(target)) visit(target, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of byPath.keys()) visit(path, [])
  assert.deepEqual(circles, [])
})

/** From the top down: a feature may import only what stands behind it. */
const ORDER = [
  'history',
  'calendar',
  'timers',
  'meetings',
  'planning',
  'visibility',
  'tokens',
  'accounts',
  'people',
  'tags',
  'holidays',
]

test('features look down only: calendar -> timers -> meetings -> planning -> visibility -> the rest', () => {
  const wrong = offences(serverSource, (target, module) => {
    const from = featureOf(module.path)
    const to = featureOf(target)
    return from !== undefined && to !== undefined && from !== to && ORDER.indexOf(to) <= ORDER.indexOf(from)
  })
  assert.deepEqual(wrong, [])
  const strangers = new Set(
    serverSource.flatMap(module => featureOf(module.path) ?? []).filter(name => !ORDER.includes(name)),
  )
  assert.deepEqual([...strangers], [], 'a new feature takes its place in ORDER')
})

test('inside a feature: doors -> service -> store and pure rules', () => {
  const rank: Record<string, number> = {
    open: 4,
    routes: 3,
    socket: 3,
    graphql: 3,
    service: 2,
    present: 1,
    store: 0,
  }
  const nameOf = (path: string) => path.split('/').at(-1)?.replace(/\.ts$/, '') ?? ''
  const wrong = offences(serverSource, (target, module) => {
    if (featureOf(module.path) === undefined || featureOf(module.path) !== featureOf(target)) return false
    const from = rank[nameOf(module.path)] ?? 0
    const to = rank[nameOf(target)] ?? 0
    return nameOf(module.path) === 'store' || rank[nameOf(module.path)] === undefined
      ? to > 1
      : to >= 2 && from < to
  })
  assert.deepEqual(wrong, [])
})

test('doors, databases, environment, clock and ids each have their place', () => {
  const may = (pattern: RegExp) => (module: Module) => pattern.test(module.path)
  const only = (packages: RegExp, place: RegExp) =>
    offences(
      serverSource.filter(module => !may(place)(module)),
      target => packages.test(target),
    )
  assert.deepEqual(only(/^(fastify|@fastify\/.*|ws|graphql)$/, /\/protocols\/|src\/app\.ts$/), [])
  assert.deepEqual(
    only(
      /^(kysely|pg|node:sqlite)$/,
      /\/(storage|changes)\/|\/([a-z-]+-)?store\.ts$|visibility\/scope\.ts$|src\/commands\//,
    ),
    [],
  )
  assert.deepEqual(only(/^@opentelemetry\//, /observability\/tracing\.ts$/), [])
  const eager = serverSource.filter(module => /^import (?!type).*\/tracing\.ts'/m.test(module.text))
  assert.deepEqual(
    eager.map(module => module.path),
    [],
    'what traces is loaded only where it is wanted',
  )
  const environment = serverSource.filter(
    module => module.text.includes('process.env') && !module.path.endsWith('config/config.ts'),
  )
  assert.deepEqual(
    environment.map(module => module.path),
    [],
  )
  const clocks = serverSource.filter(
    module =>
      /\bDate\.now\(\)|new Date\(\)|randomUUID/.test(module.text) && !module.path.includes('/kernel/'),
  )
  assert.deepEqual(
    clocks.map(module => module.path),
    [],
  )
  const mints = serverSource.filter(
    module => module.text.includes('mintActor') && !/kernel\/actor\.ts|platform\/sign-in\//.test(module.path),
  )
  assert.deepEqual(
    mints.map(module => module.path),
    [],
  )
})

test('the web app touches the storage of the browser in one place, which survives that it is blocked', () => {
  const withoutComments = (text: string) => text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
  const mentions = source.filter(
    module =>
      module.path.startsWith('web/src/') &&
      /\b(localStorage|sessionStorage|indexedDB)\b/.test(withoutComments(module.text)),
  )
  assert.deepEqual(
    mentions.map(module => module.path),
    ['web/src/session/storage/browser-storage.ts'],
  )
})

test('a feature is furnished with the known names only', () => {
  const vocabulary = /^(routes|socket|graphql|service|store|present|[a-z-]+)\.ts$/
  const forbidden = /\/(index|utils?|helpers?|common|misc)\.ts$|\/helpers?\//
  assert.deepEqual(
    source.filter(module => forbidden.test(module.path)).map(module => module.path),
    [],
  )
  const odd = serverSource.filter(
    module => featureOf(module.path) && !vocabulary.test(module.path.split('/').at(-1) ?? ''),
  )
  assert.deepEqual(
    odd.map(module => module.path),
    [],
  )
})

test('files are small and say what they are for', () => {
  assert.deepEqual(
    source.filter(module => module.lines > 250).map(module => `${module.path} ${module.lines}`),
    [],
  )
  const sizes = source.map(module => module.lines).sort((a, b) => a - b)
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0
  assert.ok(median <= 80, `median ${median}`)
  assert.deepEqual(
    modules.filter(module => !/^(#!.*\n)?(\/\/|\/\*)/.test(module.text)).map(module => module.path),
    [],
  )
})

test('no escape hatches', () => {
  const hatch =
    /\bas any\b|:\s*any\b|biome-ignore|@ts-(ignore|expect-error|nocheck)|\b(?:test|it|describe)\.(?:only|skip|todo)\b|\bTODO\b|\bFIXME\b/
  const others = modules.filter(module => !module.path.endsWith('architecture.test.ts'))
  assert.deepEqual(
    others.filter(module => hatch.test(module.text)).map(module => module.path),
    [],
  )
})
