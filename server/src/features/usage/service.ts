import type { Usage } from '@daymark/contract/people/users'
import { QUOTA_KINDS, type QuotaKind, type Quotas } from '../../platform/changes/growth.ts'
import { totalsStore } from '../../platform/changes/totals-store.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { tokenStore } from '../tokens/store.ts'

export type UsageService = ReturnType<typeof usageService>

export interface UsageParts {
  uow: UnitOfWork
  /** 0 means no limit. */
  quotas: Quotas & { readonly tokens: number; readonly sockets: number }
  /** Counts open sockets on all instances. */
  openSockets(userId: string): number | Promise<number>
}

export function usageService({ uow, quotas, openSockets }: UsageParts) {
  const amount = (kind: keyof typeof quotas, used: number) => ({ used, limit: quotas[kind] || null })

  return {
    async read(actor: Actor): Promise<Usage> {
      const { totals, tokens } = await uow.read(async db => ({
        totals: await totalsStore(db).find(actor.id),
        tokens: await tokenStore(db).count(actor.id),
      }))
      const counted = QUOTA_KINDS.map(kind => [kind, amount(kind, totals?.[kind] ?? 0)])
      return {
        ...(Object.fromEntries(counted) as Pick<Usage, QuotaKind>),
        tokens: amount('tokens', tokens),
        sockets: amount('sockets', await openSockets(actor.id)),
      }
    },
  }
}
