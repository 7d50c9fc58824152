// npm runs commands in the package folder, but the operator means paths relative to their own folder.
import { dirname, resolve } from 'node:path'
import type { Environment } from './environment.ts'

/** Resolves a path against the caller's folder if npm itself runs this command, and otherwise against `folder`. */
export function pathFromCaller(path: string, environment: Environment, folder: string): string {
  const { INIT_CWD: caller, npm_package_json: manifest } = environment
  const isRunByNpm = caller !== undefined && manifest !== undefined && dirname(manifest) === folder
  return resolve(isRunByNpm ? caller : folder, path)
}
