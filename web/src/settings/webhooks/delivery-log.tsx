import type { Webhook, WebhookDelivery } from '@daymark/contract/webhooks'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { dateTimeText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { useDeliveries, useWebhookChange } from './use-webhooks.ts'
import { webhookTexts } from './webhook-texts.ts'

export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts(webhookTexts)
  const query = useDeliveries(webhook.id)
  const deliveries = query.data
  return (
    <Dialog title={t.log} onClose={onClose} wide>
      <p className="soft webhook-url">{webhook.url}</p>
      <Missing query={query} skeleton={<Skeleton lines={4} height={36} />} />
      {deliveries?.length === 0 ? <p className="soft">{t.noDeliveries}</p> : null}
      <ul className="plain-list webhook-log">
        {deliveries?.map(delivery => (
          <DeliveryItem key={delivery.id} delivery={delivery} canRetry={webhook.active} />
        ))}
      </ul>
      <Button className="plain-start" onClick={onClose}>
        {t.close}
      </Button>
    </Dialog>
  )
}

function DeliveryItem({ delivery, canRetry }: { delivery: WebhookDelivery; canRetry: boolean }) {
  const t = useTexts(webhookTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useWebhookChange()
  const { status, attempts, duration_ms, next_attempt_at, response_status, error, body } = delivery
  const facts = [
    dateTimeText(delivery.created_at, language),
    t.attempts(attempts),
    duration_ms === null ? undefined : t.duration(duration_ms),
    next_attempt_at === null ? undefined : t.next(dateTimeText(next_attempt_at, language)),
  ]
  const retry = () =>
    change.mutate(async () => {
      await client.webhooks.retry({ params: { delivery_id: delivery.id } })
      toast(t.retried)
    })
  return (
    <li>
      <details className="webhook-delivery">
        <summary>
          <span className={`webhook-status ${status}`}>{t.status[status]}</span>
          <code className="webhook-type">{delivery.type}</code>
          <span className="soft webhook-facts">{facts.filter(fact => fact !== undefined).join(' · ')}</span>
          <Icon name="down" size={16} />
        </summary>
        <div className="stack">
          {error === null ? null : <p className="webhook-bad">{error}</p>}
          <strong>{t.payload}</strong>
          {body === null ? <p className="soft">{t.erased}</p> : <pre ref={focusable}>{pretty(body)}</pre>}
          {response_status === null ? null : (
            <>
              <strong>{t.answer(response_status)}</strong>
              {delivery.response_excerpt ? <pre ref={focusable}>{delivery.response_excerpt}</pre> : null}
            </>
          )}
          {canRetry && body !== null ? (
            <Button className="plain-start" onClick={retry} disabled={change.isPending}>
              {t.retry}
            </Button>
          ) : null}
        </div>
      </details>
    </li>
  )
}

/** Indents JSON and returns any other text unchanged. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Makes a long text focusable, because the keyboard can scroll it only while it has focus. */
const focusable = (element: HTMLElement | null): void => {
  if (element) element.tabIndex = 0
}
