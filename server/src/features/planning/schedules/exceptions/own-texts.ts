// An occurrence can have texts of its own, which override the texts of its series. Pure.
import {
  ENTRY_TEXT_NAMES,
  type EntryText,
  type EntryTexts,
  perText,
} from '@daymark/contract/planning/entry-texts'
import type { TextFlags } from '../../../../platform/storage/tables/schedules.ts'

/** The flags say which texts override the series, because an overriding text may be null. */
export type ExceptionTexts = EntryTexts & TextFlags<boolean>

/** Undefined inherits the text of the series. */
type OwnText = string | null | undefined

export const perFlag = <T>(of: (name: EntryText) => T): TextFlags<T> =>
  Object.fromEntries(ENTRY_TEXT_NAMES.map(name => [flagOf(name), of(name)])) as TextFlags<T>

export const flagOf = <Name extends EntryText>(name: Name): `${Name}_set` => `${name}_set`

export const ownTexts = (of: (name: EntryText) => OwnText): ExceptionTexts => ({
  ...perFlag(name => of(name) !== undefined),
  ...perText(name => of(name) ?? null),
})

export const ownText = (exception: ExceptionTexts, name: EntryText): OwnText =>
  exception[flagOf(name)] ? exception[name] : undefined

export const shownTexts = (exception: ExceptionTexts, series: EntryTexts): EntryTexts =>
  perText(name => {
    const own = ownText(exception, name)
    return own === undefined ? series[name] : own
  })
