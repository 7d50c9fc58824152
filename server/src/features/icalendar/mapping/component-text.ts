// Reads and writes the properties that events and tasks share.
import { ENTRY_TEXTS, type EntryText } from '@daymark/contract/planning/entry-texts'
import { type Component, firstOf, type Property, property, setProperties } from '../text/content-line.ts'
import { escapeText, readTextList, unescapeText } from '../text/value.ts'
import { ObjectFault, sortedNames, textFrom, titleFrom } from './model.ts'

/**
 * Values are read only up to this length, because Daymark shortens them anyway. The stored text keeps the whole value.
 */
const MAX_READ = 45_000

export const textOf = (component: Component, name: string): string | undefined => {
  const found = firstOf(component, name)
  return found && unescapeText(found.value.slice(0, MAX_READ))
}

export const titleOf = (component: Component): string => titleFrom(textOf(component, 'SUMMARY') ?? '')

/** Returns null for a missing or empty text. */
export const entryTextOf = (component: Component, name: EntryText): string | null =>
  textFrom(name, textOf(component, ENTRY_TEXTS[name].property) ?? '')

const categoriesOf = (component: Component): string[] =>
  component.properties.filter(({ name }) => name === 'CATEGORIES').flatMap(({ value }) => readTextList(value))

export const tagsOf = (component: Component, isTag: (name: string) => boolean): string[] =>
  sortedNames(categoriesOf(component).filter(isTag))

export function uidOf(component: Component): string {
  const uid = firstOf(component, 'UID')?.value.trim()
  if (!uid) throw new ObjectFault(`A ${component.name} needs a UID.`)
  if (isLongUid(uid))
    throw new ObjectFault(`A UID may have at most ${MAX_UID} characters and ${MAX_INDEXED_BYTES} bytes.`)
  return uid
}

const MAX_UID = 1024
/** Limits UIDs, because PostgreSQL cannot index texts of more than 2,700 bytes. */
const MAX_INDEXED_BYTES = 2_048

export const isLongUid = (uid: string): boolean =>
  uid.length > MAX_UID || Buffer.byteLength(uid) > MAX_INDEXED_BYTES

/** Properties that repeat a text in another form. Apps prefer them, so a change of the text removes them. */
const COPIES: Record<string, readonly string[]> = {
  DESCRIPTION: ['X-ALT-DESC', 'STYLED-DESCRIPTION'],
  LOCATION: ['X-APPLE-STRUCTURED-LOCATION', 'GEO'],
}

/** Sets the text of a property, or removes the property if the value is null. Keeps parameters that still apply. */
export function setText(component: Component, name: string, value: string | null): void {
  for (const copy of COPIES[name] ?? []) set(component, copy, [])
  const params = firstOf(component, name)?.params ?? ''
  // Drops the language and the link to a formatted copy, because both describe the old text.
  const kept = params.replace(/;(?:ALTREP|LANGUAGE)=(?:"[^"]*"|[^;"])*/gi, '')
  set(component, name, value === null ? [] : [property(name, escapeText(value), kept)])
}

export const set = (component: Component, name: string, next: readonly Property[]): void =>
  setProperties(component, name, next)

/** Gives all components of this name, such as a series and its overrides, the same UID. */
export function setUid(calendar: Component, name: string, uid: string): void {
  for (const each of calendar.components) if (each.name === name) set(each, 'UID', [property('UID', uid)])
}

/** Replaces the categories that were tags with the current tags, and keeps other categories. */
export function setCategories(
  component: Component,
  before: readonly string[],
  after: readonly string[],
): void {
  const others = categoriesOf(component).filter(name => !before.includes(name) && !after.includes(name))
  const names = [...others, ...after]
  set(
    component,
    'CATEGORIES',
    names.length === 0 ? [] : [property('CATEGORIES', names.map(escapeText).join(','))],
  )
}
