// Subscribes this browser to push messages, and ends the subscription.
import type { Client } from '@daymark/client'

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The subscription of this browser, if it has one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Throws if the browser refuses. The permission must have been granted before. */
export async function subscribe(client: Client): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  const { key } = await client.notifications.pushKey()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys } = subscription.toJSON()
  await client.notifications.subscribe({
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      device: deviceName(navigator.userAgent),
    },
  })
}

export async function unsubscribe(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
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
