// Derives the services that a test file needs from its imports, so that a run starts only these. A missing
// service cannot go unnoticed, because its helper throws if the address is not set.
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export type ServiceName = 'postgres' | 'redis' | 'chromium' | 'calendar-clients'

/**
 * - `unit`: pure; starts no process, opens no database and no port
 * - `browser`: drives a browser
 * - `integration`: everything else
 */
export type Kind = 'unit' | 'integration' | 'browser'

export interface Requirements {
  kind: Kind
  services: ReadonlySet<ServiceName>
}

/** A test needs a service if it imports a module that reads the service's variable. */
export const VARIABLES: Record<ServiceName, string> = {
  postgres: 'TEST_POSTGRES_URL',
  redis: 'TEST_REDIS_URL',
  chromium: 'CHROMIUM_PATH',
  'calendar-clients': 'CALENDAR_CLIENTS',
}

const EFFECTS = [
  /^import .* from '(?:node:(?:child_process|http|sqlite|worker_threads)|fastify|ioredis|pg|playwright-core|vite|ws)'/m,
  /^import \{.*\bcreateServer\b.*\} from 'node:net'/m,
]

// Ignores dynamic and type-only imports, because they are not loaded with the test.
const IMPORT = /^(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm

export function requirementsOf(root: string): (file: string) => Requirements {
  const known = new Map<string, { text: string; imports: string[] }>()

  function read(path: string, importer: string) {
    const module = known.get(path)
    if (module) return module
    const text = readText(path, () => `${relative(root, importer)} imports ${relative(root, path)}`)
    const imports = [...text.matchAll(IMPORT)].flatMap(([, name = '']) => ownModule(name, path) ?? [])
    const made = { text, imports }
    known.set(path, made)
    return made
  }

  function textsOf(path: string, importer = path, seen = new Map<string, string>()): Map<string, string> {
    if (seen.has(path)) return seen
    const { text, imports } = read(path, importer)
    seen.set(path, text)
    for (const each of imports) textsOf(each, path, seen)
    return seen
  }

  return file => {
    const texts = [...textsOf(join(root, file)).values()]
    const reads = (variable: string) => texts.some(text => text.includes(`process.env['${variable}']`))
    const names = Object.keys(VARIABLES) as ServiceName[]
    const services = new Set(names.filter(name => reads(VARIABLES[name])))
    const isPure = services.size === 0 && !texts.some(text => EFFECTS.some(effect => effect.test(text)))
    return { kind: services.has('chromium') ? 'browser' : isPure ? 'unit' : 'integration', services }
  }
}

/** The path of a module of this repository; undefined for external packages. */
function ownModule(name: string, importer: string): string | undefined {
  if (!/\.tsx?$/.test(name) && !name.startsWith('@daymark/')) return undefined
  return name.startsWith('.') ? join(dirname(importer), name) : fileURLToPath(import.meta.resolve(name))
}

function readText(path: string, where: () => string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${where()}, which cannot be read.`, { cause: error })
  }
}
