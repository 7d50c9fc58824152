// The push subscription of this browser. It ends with a sign-out and when another person signs in, so that the next person
// here reads no notifications.
import { storage } from './storage/browser-storage.ts'

/** The id that the server gave to the subscription of this browser. */
const DEVICE = 'daymark.push-device'
/** The account that turned push on in this browser. */
const ACCOUNT = 'daymark.push-account'

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The subscription of this browser, if it has one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export const pushDevice = (): string | null => storage.getItem(DEVICE)
export function keepPushDevice(id: string, account: string): void {
  storage.setItem(DEVICE, id)
  storage.setItem(ACCOUNT, account)
}

/** The server learns of it from the push service, so that it works without a connection. */
export async function endPush(): Promise<void> {
  storage.removeItem(DEVICE)
  storage.removeItem(ACCOUNT)
  await (await currentSubscription())?.unsubscribe()
}

/** A session that was revoked leaves the subscription, because the same person may sign in again. */
export async function endPushOfOthers(account: string): Promise<void> {
  const owner = storage.getItem(ACCOUNT)
  if (owner !== null && owner !== account) await endPush()
}
