import { ApiError, type Client } from '@daymark/client'
import { endPush, keepPushDevice, pushDevice } from '../../session/push-subscription.ts'

/** Requires notification permission. Throws if the browser refuses the subscription. */
export async function subscribe(client: Client, account: string): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  const { key } = await client.notifications.pushKey()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys } = subscription.toJSON()
  const { id } = await client.notifications.subscribe({
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      device: deviceName(navigator.userAgent),
    },
  })
  keepPushDevice(id, account)
}

export async function unsubscribe(client: Client): Promise<void> {
  const id = pushDevice()
  await endPush()
  if (id === null) return
  await client.notifications.unsubscribe({ params: { subscription_id: id } }).catch((error: unknown) => {
    // The server may have removed this subscription already.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
}

const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux']
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** A name such as "Chrome, Linux". */
export function deviceName(agent: string): string {
  const browser = BROWSERS.find(([mark]) => mark.test(agent))?.[1]
  const system = SYSTEMS.find(each => agent.includes(each))
  return [browser, system].filter(Boolean).join(', ') || 'Browser'
}
