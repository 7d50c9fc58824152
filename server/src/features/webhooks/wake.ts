// Wakes the senders of people whose data has changed. A lost wake-up only delays deliveries until the periodic check.
import { AsyncLocalStorage } from 'node:async_hooks'
import { CHANGES_NOTICE, type ChangesNotice } from '../../platform/changes/change.ts'
import type { Notice } from '../../platform/kernel/notice.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { wakeWebhook } from './sender.ts'
import { webhookStore } from './store.ts'

export interface WebhookWaker {
  /** Handles the notices of a commit. */
  notice(notices: readonly Notice[]): void
  /** Wakes every webhook that has not processed the whole log, for example after a crash. */
  wakeAll(): Promise<void>
  stop(): Promise<void>
}

export function webhookWaker({ uow, clock }: { uow: UnitOfWork; clock: Clock }): WebhookWaker {
  // Notices arrive in the async context of a request, whose transaction and cause must not leak.
  const inOwnContext = AsyncLocalStorage.snapshot()
  let changed = new Set<string>()
  let waking: Promise<void> | undefined

  async function wake(owners?: readonly string[]): Promise<void> {
    const behind = await uow.read(db => webhookStore(db).behind(owners))
    if (behind.length === 0) return
    await uow.write([], async tx => {
      for (const webhook of behind) await wakeWebhook(tx, webhook, clock.now())
    })
  }

  async function wakeChanged(): Promise<void> {
    while (changed.size > 0) {
      const owners = [...changed]
      changed = new Set()
      // Ignores errors, because the periodic check retries.
      await wake(owners).catch(() => {})
    }
  }

  function start(): void {
    waking ??= inOwnContext(wakeChanged).finally(() => {
      waking = undefined
      // A notice may have arrived after the last check.
      if (changed.size > 0) start()
    })
  }

  return {
    notice(notices) {
      for (const { kind, user_id, body } of notices)
        if (kind === CHANGES_NOTICE && (body as ChangesNotice).webhooks) changed.add(user_id)
      if (changed.size > 0) start()
    },
    wakeAll: () => inOwnContext(() => wake()),
    async stop() {
      await waking
    },
  }
}
