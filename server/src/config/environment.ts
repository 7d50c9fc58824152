import { join, resolve } from 'node:path'
import { parseSettings, READ_NONE, readSettingsFile, SettingsFileError } from './settings-file.ts'

export type Environment = Record<string, string | undefined>

export interface SettingsFile {
  path: string
  values: Environment
  /** One message per fault, such as a malformed line. */
  faults: readonly string[]
  isOwn: boolean
}

export interface CollectedSettings {
  environment: Environment
  /** Highest precedence first. The environment overrides all files. */
  files: readonly SettingsFile[]
  values: Environment
}

/** The value of `DAYMARK_ENV_FILE` that disables settings files. */
const NO_FILE = 'none'

/**
 * Values from the environment have precedence over files. `DAYMARK_ENV_FILE` names the only file, or disables files. If
 * it is not set, `./.env` has precedence over `DATA_DIR/daymark.env`.
 */
export function collectSettings(
  environment: Environment,
  read: (path: string) => string | undefined = readSettingsFile,
): CollectedSettings {
  const chosen = environment['DAYMARK_ENV_FILE']?.trim()
  if (chosen === NO_FILE) return { environment, files: [], values: environment }
  if (chosen) {
    const text = read(resolve(chosen))
    if (text === undefined) throw new SettingsFileError(missing(resolve(chosen)))
    return merged(environment, [fileOf(resolve(chosen), text, true)])
  }
  const beside = resolve('.env')
  const text = read(beside)
  const first = text === undefined ? [] : [fileOf(beside, text, false)]
  const folder = merged(environment, first).values['DATA_DIR']?.trim() || './data'
  const path = resolve(join(folder, 'daymark.env'))
  const own = read(path)
  return merged(environment, own === undefined ? first : [...first, fileOf(path, own, true)])
}

const missing = (path: string): string =>
  `DAYMARK_ENV_FILE names a file that cannot be found: ${path}. Correct the path, or ${READ_NONE}.`

const fileOf = (path: string, text: string, isOwn: boolean): SettingsFile => ({
  path,
  ...parseSettings(path, text),
  isOwn,
})

/** An empty variable counts as absent. */
const filled = (values: Environment): Environment =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim()))

function merged(environment: Environment, files: readonly SettingsFile[]): CollectedSettings {
  const layers = [environment, ...files.map(file => file.values)].map(filled)
  return { environment, files, values: Object.assign({}, ...layers.reverse()) as Environment }
}
