import type { CollectedSettings, Environment } from './environment.ts'
import type { Setting } from './setting.ts'
import { settings } from './settings.ts'

export interface EffectiveSetting {
  name: string
  value: string
  /** `environment`, `default`, or the path of a file. */
  from: string
}

export function effectiveSettings(collected: CollectedSettings): {
  settings: EffectiveSetting[]
  files: string[]
} {
  const layers: [from: string, values: Environment][] = [
    ['environment', collected.environment],
    ...collected.files.map(({ path, values }): [string, Environment] => [path, values]),
  ]
  const effective = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const [from, values] = layers.find(([, each]) => each[name]?.trim()) ?? []
    const given = values?.[name]?.trim()
    return from === undefined || given === undefined
      ? { name, value: defaultOf(setting), from: 'default' }
      : { name, value: masked(setting, given), from }
  })
  return { settings: effective, files: collected.files.map(({ path }) => path) }
}

const defaultOf = ({ shown, fallback }: Setting<unknown>): string =>
  shown?.replaceAll('`', '') ?? (fallback === '' ? 'not set' : String(fallback))

const masked = ({ isSecret }: Setting<unknown>, given: string): string =>
  isSecret ? `*** (${given.length} characters)` : withoutPasswords(given)

/**
 * Masks the credentials and the secret query parameters of URLs. Credentials end at the last `@`, because an unescaped
 * password may contain an `@` too.
 */
const withoutPasswords = (value: string): string =>
  value
    .replace(/^(?=[^@]*:)([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@')
    .replace(/([?&][^=&]*(?:pass|pwd|secret|key|token)[^=&]*=)[^&]*/gi, '$1***')
