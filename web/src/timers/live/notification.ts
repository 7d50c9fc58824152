// Prefers the service worker, because pages on Android cannot show notifications themselves.

/** Never throws: notifications are optional, because the page shows the same information. */
export async function notify(title: string, options: NotificationOptions): Promise<void> {
  try {
    if (Notification.permission !== 'granted') return
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration?.active) await registration.showNotification(title, options)
    else new Notification(title, options)
  } catch {
    // The browser does not support notifications.
  }
}
