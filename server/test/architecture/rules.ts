// Each check takes modules and returns every violation as a message with its location.
import {
  AGAINST_ORDER,
  EFFECTS,
  LAYERS,
  LIBRARIES,
  ORDERS,
  PACKAGES,
  PLACES,
  PURE,
  PURE_BUILTINS,
} from './arrows.ts'
import { featureOf, type Import, isIn, layerOf, type Module, nameOf } from './modules.ts'

const offenses = (from: Module[], forbidden: (target: string, module: Module, the: Import) => boolean) =>
  from.flatMap(module =>
    module.imports
      .filter(each => forbidden(each.target, module, each))
      .map(each => `${module.path} -> ${each.target}`),
  )

const packageOf = (path: string): string | undefined =>
  /^(contract|recurrence|quick-add|client|cli|server|web)\/src\//.exec(path)?.[1]

export function wrongPackages(modules: Module[]): string[] {
  const own = offenses(modules, (target, module) => {
    const [from, to] = [packageOf(module.path), packageOf(target)]
    return from !== undefined && to !== undefined && from !== to && !PACKAGES[from]?.includes(to)
  })
  const foreign = offenses(modules, (target, module) => {
    const allowed = LIBRARIES[packageOf(module.path) ?? '']
    const isFile = target.includes('/src/') || target.includes('.json')
    return allowed !== undefined && !isFile && !allowed.some(name => target.split('/')[0] === name)
  })
  return [...own, ...foreign]
}

export const wrongLayers = (modules: Module[]): string[] =>
  offenses(modules, (target, module) => {
    const [from = '', to] = [layerOf(module.path), layerOf(target)]
    return from in LAYERS && to !== undefined && to !== from && !LAYERS[from]?.includes(to)
  })

/** Finds imports against ORDERS, and parts that ORDERS does not list. */
export function wrongOrder(modules: Module[]): string[] {
  return Object.entries(ORDERS).flatMap(([folder, order]) => {
    const partOf = (path: string) =>
      path.startsWith(`${folder}/`) ? /^([\w-]+)\//.exec(path.slice(folder.length + 1))?.[1] : undefined
    const inside = modules.filter(isIn(folder))
    const upward = offenses(inside, (target, module) => {
      const [from, to] = [partOf(module.path), partOf(target)]
      if (from === undefined || to === undefined || from === to) return false
      const known = `${module.path} -> ${target}` in AGAINST_ORDER || `* -> ${target}` in AGAINST_ORDER
      return !known && order.indexOf(to) <= order.indexOf(from)
    })
    const unknown = new Set(inside.flatMap(({ path }) => partOf(path) ?? []))
    return [
      ...upward,
      ...[...unknown].filter(part => !order.includes(part)).map(part => `${folder}/${part} has no place`),
    ]
  })
}

/** Finds imports inside a feature against the order routes -> service -> store. */
export function wrongRoles(modules: Module[]): string[] {
  const rank = (path: string) => ROLES.findIndex(role => role.test(nameOf(path)))
  return offenses(modules, (target, module, { typeOnly }) => {
    const feature = featureOf(module.path)
    if (typeOnly || feature === undefined || feature !== featureOf(target)) return false
    const [from, to] = [rank(module.path), rank(target)]
    return from >= 0 && to >= 0 && to > from
  })
}

/** From bottom to top. */
const ROLES = [/^([a-z-]+-)?store$/, /^service$/, /^routes$/]

export const isRule = (path: string): boolean => PURE.some(pattern => pattern.test(path))

/**
 * Finds effects in pure rules and in everything that they import: only pure workspaces, types and built-ins without
 * effects are allowed.
 */
export function impureRules(modules: Module[]): string[] {
  const byPath = new Map(modules.map(module => [module.path, module]))
  const reached = new Set(modules.filter(module => isRule(module.path)))
  const found: string[] = []
  for (const module of reached) {
    const effect = EFFECTS.exec(withoutComments(module.text))?.[0]
    if (effect) found.push(`${module.path} mentions ${effect}`)
    for (const { target, typeOnly, names } of module.imports) {
      if (typeOnly || /^(contract|recurrence|quick-add)\/src\//.test(target)) continue
      const builtins = PURE_BUILTINS[target]
      const imported = byPath.get(target)
      if (imported && !isStore(target)) reached.add(imported)
      else if (!builtins || (names.match(/\w+/g)?.some(name => !builtins.includes(name)) ?? true))
        found.push(`${module.path} -> ${target}`)
    }
  }
  return found
}

const isStore = (path: string): boolean => /^([a-z-]+-)?store$/.test(nameOf(path))

export const wrongPlaces = (modules: Module[]): string[] =>
  PLACES.flatMap(([library, place]) =>
    offenses(
      modules.filter(module => !place.test(module.path)),
      target => library.test(target),
    ),
  )

/** Finds web app modules that load schemas. Schemas are large, and only the server needs them. */
export function schemasInWeb(modules: Module[]): string[] {
  const byPath = new Map(modules.map(module => [module.path, module]))
  const known = new Map<string, boolean>([['typebox', true]])
  const hasSchemas = (path: string): boolean => {
    const found = known.get(path)
    if (found !== undefined) return found
    known.set(path, false)
    const has =
      byPath.get(path)?.imports.some(({ target, typeOnly }) => !typeOnly && hasSchemas(target)) ?? false
    known.set(path, has)
    return has
  }
  return offenses(
    modules.filter(isIn('web/src')),
    (target, _module, { typeOnly }) => !typeOnly && !isIn('web/src')({ path: target }) && hasSchemas(target),
  )
}

export function circles(modules: Module[]): string[] {
  const byPath = new Map(modules.map(module => [module.path, module]))
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      return
    }
    state.set(path, 'open')
    for (const { target } of byPath.get(path)?.imports ?? [])
      if (byPath.has(target)) visit(target, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of byPath.keys()) visit(path, [])
  return found
}

/** Finds files whose names say nothing about what they contain. */
export const emptyNames = (modules: Module[]): string[] =>
  modules
    .filter(({ path }) =>
      path.split('/').some(part => /^(index|utils?|helpers?|common|misc)(\.tsx?)?$/.test(part)),
    )
    .map(module => module.path)

export const withoutComments = (text: string): string => text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
