// Reads the repository's modules with their resolved imports.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  /** A path inside the repository, or a package name. */
  target: string
  names: string
  /** True if the import disappears when types are stripped, so that it has no effect at run time. */
  typeOnly: boolean
}

export interface Module {
  path: string
  text: string
  imports: Import[]
}

const ROOT = join(import.meta.dirname, '../../..')
const PACKAGES = '{contract,recurrence,quick-add,client,cli,server,web}/{src,test}/**/*.{ts,tsx}'
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:([^'"`;]*?)\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

export const readModules = (): Module[] =>
  globSync(PACKAGES, { cwd: ROOT })
    .map(path => path.replaceAll('\\', '/'))
    .sort()
    .map(path => moduleOf(path, readFileSync(join(ROOT, path), 'utf8')))

export function moduleOf(path: string, text: string): Module {
  const imports = [...text.matchAll(IMPORT)].map(([, names = '', from, lazy]) => ({
    target: resolve(path, from ?? lazy ?? ''),
    names,
    typeOnly: /^type\b/.test(names) || /^\{(\s*type\s+[\w$]+(\s+as\s+[\w$]+)?\s*,?)+\s*\}$/.test(names),
  }))
  return { path, text, imports }
}

function resolve(from: string, target: string): string {
  if (target.startsWith('.')) return normalize(join(dirname(from), target)).replaceAll('\\', '/')
  const own = /^@daymark\/(\w+)(?:\/(.+))?$/.exec(target)
  return own ? `${own[1]}/src/${own[2] ?? 'client'}.ts` : target
}

export const isTest = ({ path }: Module): boolean =>
  /\.(test|suite)\.tsx?$/.test(path) || path.includes('/test/')

export const isIn = (folder: string) => (module: { path: string }) => module.path.startsWith(`${folder}/`)

/** Returns `features` for `server/src/features/tags/store.ts`. Returns undefined for files directly in `server/src`. */
export const layerOf = (path: string): string | undefined => /^server\/src\/([\w-]+)\//.exec(path)?.[1]

/** Returns `tags` for `server/src/features/tags/store.ts`. */
export const featureOf = (path: string): string | undefined =>
  /^server\/src\/features\/([\w-]+)\//.exec(path)?.[1]

export const nameOf = (path: string): string =>
  path
    .split('/')
    .at(-1)
    ?.replace(/\.tsx?$/, '') ?? ''
