// Signs a person out everywhere by revoking their tokens, device passwords and apps. With an external OpenID provider,
// there are no sessions to end.
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { RequestSource } from '../../audit/audit-entry.ts'
import { record } from '../../audit/record.ts'
import type { SessionParts } from './sessions.ts'

/** Returns how many tokens, device passwords and apps were revoked. */
export type RevokeTokens = (actor: Actor, source: RequestSource) => Promise<number>

export const externalTokens =
  ({
    uow,
    clock,
    personalTokens,
    ended,
  }: Pick<SessionParts, 'uow' | 'clock' | 'personalTokens' | 'ended'>): RevokeTokens =>
  async ({ id: owner_id }, source) => {
    const personal_tokens = await uow.write([owner_id], async tx => {
      const revoked = await personalTokens.revokeAll(tx, owner_id)
      const at = clock.now()
      if (revoked.length > 0) await record(tx, { owner_id, event: 'tokens_revoked', at, source })
      return revoked
    })
    ended({ sessions: [], personal_tokens })
    return personal_tokens.length
  }
