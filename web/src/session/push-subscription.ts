// This browser's push subscription ends with a sign-out or another person's sign-in, so that nobody sees another
// person's notifications.
import { storage } from './storage/browser-storage.ts'

/** Storage key for the subscription id that the server assigned. */
const DEVICE = 'daymark.push-device'
/** Storage key for the account that turned on push in this browser. */
const ACCOUNT = 'daymark.push-account'

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

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

/**
 * Ends this browser's push subscription. Needs no request to the server, because the server removes the subscription
 * when its next push fails.
 */
export async function endPush(): Promise<void> {
  storage.removeItem(DEVICE)
  storage.removeItem(ACCOUNT)
  await (await currentSubscription())?.unsubscribe()
}

/**
 * Ends the push subscription of another person who used this browser before. It is still there if that person's session
 * was revoked instead of ended by a sign-out.
 */
export async function endPushOfOthers(account: string): Promise<void> {
  const owner = storage.getItem(ACCOUNT)
  if (owner !== null && owner !== account) await endPush()
}
