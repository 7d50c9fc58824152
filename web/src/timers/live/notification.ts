// Shows system notifications, on Android through the service worker, because pages may not show them there.

/** Never throws, because notifications are optional: the page shows the same information. */
export async function notify(title: string, options: NotificationOptions): Promise<void> {
  try {
    if (Notification.permission !== 'granted') return
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration?.active) await registration.showNotification(title, options)
    else new Notification(title, options)
  } catch {
    // Ignores browsers that do not support notifications.
  }
}
