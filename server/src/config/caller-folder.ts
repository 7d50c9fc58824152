// npm runs commands in the package folder, but the operator means paths relative to their own folder.
import { dirname, resolve } from 'node:path'
import type { Environment } from './environment.ts'

/** npm's variables count only if npm itself runs this command. */
export function pathFromCaller(path: string, environment: Environment, folder: string): string {
  const { INIT_CWD: caller, npm_package_json: manifest } = environment
  const isRunByNpm = caller !== undefined && manifest !== undefined && dirname(manifest) === folder
  return resolve(isRunByNpm ? caller : folder, path)
}
