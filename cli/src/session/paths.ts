// Follows the XDG base directory specification.
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Ignores relative paths, as the specification requires. */
const folder = (env: NodeJS.ProcessEnv, name: string, ...usual: string[]): string => {
  const given = env[name]
  const base = given && isAbsolute(given) ? given : join(env['HOME'] || homedir(), ...usual)
  return join(base, 'daymark')
}

export const credentialsFile = (env: NodeJS.ProcessEnv): string =>
  join(folder(env, 'XDG_CONFIG_HOME', '.config'), 'credentials.json')

/** Contains the local copy and the outbox. */
export const stateFolder = (env: NodeJS.ProcessEnv): string =>
  folder(env, 'XDG_STATE_HOME', '.local', 'state')
