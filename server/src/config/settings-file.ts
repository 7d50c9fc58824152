import { accessSync, constants, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseEnv } from 'node:util'

/** The message tells the operator what to do. */
export class SettingsFileError extends Error {}

export const READ_NONE = 'set DAYMARK_ENV_FILE=none to read no file'

/** Returns undefined if the file does not exist. */
export function readSettingsFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    // Ignoring the file could make a command use another database.
    if (code === 'EACCES' || code === 'EPERM') throw new SettingsFileError(forbidden(path))
    if (code === 'EISDIR')
      throw new SettingsFileError(
        `The settings file ${path} is a folder. Name a file in DAYMARK_ENV_FILE, or ${READ_NONE}.`,
      )
    throw new SettingsFileError(`The settings file ${path} cannot be read: ${message}.`)
  }
}

function forbidden(path: string): string {
  const user = `User ${process.getuid?.()}`
  const remedy = `Run this as root or as the user of the server, or ${READ_NONE}.`
  return isOpen(dirname(path))
    ? `${user} may not read the settings file ${path}. ${remedy}`
    : `${user} may not open the folder ${dirname(path)}, which may contain the settings file ${basename(path)}. ${remedy}`
}

function isOpen(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface ParsedSettings {
  values: Record<string, string | undefined>
  faults: string[]
}

export function parseSettings(path: string, content: string): ParsedSettings {
  // Some Windows editors write a byte order mark, which would become part of the first name.
  const text = content.replace(/^\uFEFF/, '')
  const values = parseEnv(text) as ParsedSettings['values']
  const faults = malformedLines(text).map(
    ({ line, why }) => `Line ${line} of ${path} ${why}, or start the line with # to make it a comment.`,
  )
  if (values['DAYMARK_ENV_FILE'] !== undefined)
    faults.push(`DAYMARK_ENV_FILE in ${path} has no effect. Remove it, and set it in the environment.`)
  return { values, faults }
}

const ASSIGNMENT = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(.*)$/

/**
 * Returns the malformed lines, because Node's parser does not report them. Messages omit a line's content, because it
 * may be a password.
 */
function malformedLines(text: string): { line: number; why: string }[] {
  const found: { line: number; why: string }[] = []
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (/^\s*(#|$)/.test(line)) continue
    const value = ASSIGNMENT.exec(line)?.[1]
    if (value === undefined) {
      found.push({ line: at + 1, why: 'is not a setting. Write NAME=value' })
      continue
    }
    const quote = /^["'`]/.exec(value)?.[0]
    if (quote === undefined || value.includes(quote, 1)) continue
    // A quoted value can span several lines.
    const end = lines.findIndex((each, index) => index > at && each.includes(quote))
    if (end < 0) found.push({ line: at + 1, why: `has no closing ${quote}. Add it` })
    else at = end
  }
  return found
}
