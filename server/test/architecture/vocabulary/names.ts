import { nameOf } from '../modules.ts'
import { FEATURES } from './features.ts'
import { type Folder, ROLES, type Vocabulary } from './folder.ts'
import { PLATFORM } from './platform.ts'
import { PROTOCOLS } from './protocols.ts'

export const VOCABULARY: Vocabulary = { ...FEATURES, ...PLATFORM, ...PROTOCOLS }

export type Kind = 'open' | 'entry' | 'service' | 'part' | 'present' | 'store' | 'rule' | 'unknown'

const KIND_OF_ROLE: Record<string, Kind> = {
  routes: 'entry',
  socket: 'entry',
  graphql: 'entry',
  service: 'service',
  store: 'store',
  present: 'present',
  open: 'open',
}

export function kindOf(path: string): Kind {
  const name = nameOf(path)
  if (isRole(path)) return KIND_OF_ROLE[name] ?? 'part'
  // Migrations and table types are matched by pattern, because there are too many to list by name.
  if (/storage\/migrations\/(v[\d.]+\/)?(\d{4}-[a-z-]+|list)\.ts$|storage\/tables\/[a-z-]+\.ts$/.test(path))
    return 'rule'
  const { rules = {}, parts = {} } = folderOf(path)
  if (name in rules) return 'rule'
  if (!(name in parts)) return 'unknown'
  return /(^|-)store$|^scope$/.test(name) ? 'store' : 'part'
}

export const isRule = (path: string): boolean => path.startsWith('server/src/') && kindOf(path) === 'rule'

export const isRole = (path: string): boolean =>
  path.startsWith('server/src/features/') && nameOf(path) in ROLES

const folderOf = (path: string): Folder =>
  VOCABULARY[path.replace(/^server\/src\//, '').replace(/\/?[^/]+$/, '') || '.'] ?? {}

/** Finds listed names whose files no longer exist. */
export function forgottenNames(paths: ReadonlySet<string>): string[] {
  return Object.entries(VOCABULARY).flatMap(([folder, { rules, parts }]) =>
    Object.keys({ ...rules, ...parts })
      .map(name => `server/src/${folder === '.' ? '' : `${folder}/`}${name}.ts`)
      .filter(path => !paths.has(path)),
  )
}
