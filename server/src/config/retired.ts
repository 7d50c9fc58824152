import type { Environment } from './environment.ts'

/** Settings of earlier versions, each with the reason why it is gone. A server that still sets one starts with a warning. */
export const RETIRED = {
  RESPONSE_CACHE_MB: 'responses are no longer cached',
} satisfies Record<string, string>

export type RetiredName = keyof typeof RETIRED

export const retiredNames = (values: Environment): RetiredName[] =>
  (Object.keys(RETIRED) as RetiredName[]).filter(name => values[name]?.trim())
