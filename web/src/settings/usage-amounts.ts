import type { Usage } from '@daymark/contract/people/users'
import type { Language } from '../session/language.tsx'

type Amount = Usage[keyof Usage]

export const USAGE_KINDS = [
  'todos',
  'schedules',
  'timers',
  'tags',
  'tag_groups',
  'meetings',
  'tokens',
  'sockets',
  'bytes',
  'history_bytes',
] as const satisfies (keyof Usage)[]

/** Returns the used share, from 0 to 1, or undefined if there is no limit. */
export const fillOf = ({ used, limit }: Amount): number | undefined =>
  limit === null ? undefined : Math.min(1, Math.max(0, used / limit))

export function amountText(
  kind: keyof Usage,
  { used, limit }: Amount,
  language: Language,
  join: (used: string, limit: string) => string,
): string {
  const text = (amount: number) =>
    kind.endsWith('bytes') ? sizeText(amount, language) : amount.toLocaleString(language)
  return limit === null ? text(used) : join(text(used), text(limit))
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Divides by 1024, so that a limit of 256 MiB is shown as 256 MB. */
function sizeText(bytes: number, language: Language): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** step
  return value.toLocaleString(language, {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  })
}
