// Derives the services that a test file needs from its imports, so that a run starts only those services. A missing
// service is always noticed, because its helper throws if its address is not set.
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
  // Such a test runs a command in this process, with a database.
  /\bprocess\.argv = /,
]

// Ignores dynamic and type-only imports, because they are not loaded with the test.
const IMPORT = /^(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm

interface Module {
  imports: readonly string[]
  services: readonly ServiceName[]
  hasEffects: boolean
}

export function requirementsOf(root: string): (file: string) => Requirements {
  const known = new Map<string, Module>()

  function read(path: string, importer: string): Module {
    const module = known.get(path)
    if (module) return module
    const text = readText(path, () => `${relative(root, importer)} imports ${relative(root, path)}`)
    const names = Object.keys(VARIABLES) as ServiceName[]
    const made = {
      imports: [...text.matchAll(IMPORT)].flatMap(([, name = '']) => ownModule(name, path) ?? []),
      services: names.filter(name => text.includes(`process.env['${VARIABLES[name]}']`)),
      hasEffects: EFFECTS.some(effect => effect.test(text)),
    }
    known.set(path, made)
    return made
  }

  function modulesOf(path: string, importer = path, seen = new Map<string, Module>()): Map<string, Module> {
    if (seen.has(path)) return seen
    const module = read(path, importer)
    seen.set(path, module)
    for (const each of module.imports) modulesOf(each, path, seen)
    return seen
  }

  return file => {
    const modules = [...modulesOf(join(root, file)).values()]
    const services = new Set(modules.flatMap(module => module.services))
    const isPure = services.size === 0 && !modules.some(module => module.hasEffects)
    return { kind: services.has('chromium') ? 'browser' : isPure ? 'unit' : 'integration', services }
  }
}

/** Returns the path of a module in this repository; undefined for external packages. */
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
