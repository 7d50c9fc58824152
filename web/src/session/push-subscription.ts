// The push subscription of this browser. It ends with a sign-out, so that the next person here reads no notifications.
import { storage } from './storage/browser-storage.ts'

/** The id that the server gave to the subscription of this browser. */
const DEVICE = 'daymark.push-device'

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The subscription of this browser, if it has one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export const pushDevice = (): string | null => storage.getItem(DEVICE)
export const keepPushDevice = (id: string): void => storage.setItem(DEVICE, id)

/** The server learns of it from the push service, so that it works without a connection. */
export async function endPush(): Promise<void> {
  storage.removeItem(DEVICE)
  await (await currentSubscription())?.unsubscribe()
}
