import { AUDIT_DAYS, type AuditEvent } from '@daymark/contract/accounts/security'
import { acceptedTags, firstLanguage, type Language } from '../../platform/kernel/language.ts'

export interface AuditEntry {
  id: string
  /** Null for a failed sign-in with an unknown address, a deleted account, and commands about nobody. */
  owner_id: string | null
  event: AuditEvent
  subject_id: string | null
  subject_name: string | null
  address: string | null
  user_agent: string | null
  at: number
  /** The administrator who did it. */
  actor_id: string | null
  /** The operator's command that did it, and its host. */
  command: string | null
}

export interface RequestSource {
  address: string | null
  user_agent: string | null
  /** Used for emails to people who have not chosen a language. */
  language?: Language
  /** Set if an administrator acts on somebody else. */
  actor_id?: string
  command?: string
}

/** `command` is its name with the host, such as `user disable on mars`. Only operators see it. */
export const byCommand = (command: string): RequestSource => ({
  address: null,
  user_agent: 'command line',
  command,
})

/** People see that an administrator made a change, but not who and from which address. */
export const byAdministrator = (actor_id: string): RequestSource => ({
  address: null,
  user_agent: 'administrator',
  actor_id,
})

/** The part of a REST call that identifies its client. */
interface Sent {
  clientAddress(): string
  header(name: string): string | undefined
}

export const sourceOf = (call: Sent): RequestSource => ({
  address: call.clientAddress() || null,
  user_agent: readableAgent(call.header('user-agent')) || null,
  language: firstLanguage(acceptedTags(call.header('accept-language'))),
})

/** Keeps only printable ASCII characters, at most 255, so that both databases can store the text. */
export const readableAgent = (header: string | undefined): string =>
  (header ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 255)

const DAY_MS = 86_400_000
export const KEEP_MS = AUDIT_DAYS * DAY_MS
/** Failed sign-ins of nobody are kept for a shorter time, because anybody can cause them. */
export const KEEP_NOBODY_MS = 7 * DAY_MS

export const dayOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS
