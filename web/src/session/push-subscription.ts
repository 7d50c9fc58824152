// The push subscription of this browser. It ends with a sign-out or when another person signs in, so that the next
// person here sees no notifications of the first.
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

/** Works without a connection, because the server learns about the end from the push service. */
export async function endPush(): Promise<void> {
  storage.removeItem(DEVICE)
  storage.removeItem(ACCOUNT)
  await (await currentSubscription())?.unsubscribe()
}

/**
 * Ends the subscription of another account. A revoked session keeps its subscription, because the same person may sign
 * in again.
 */
export async function endPushOfOthers(account: string): Promise<void> {
  const owner = storage.getItem(ACCOUNT)
  if (owner !== null && owner !== account) await endPush()
}
