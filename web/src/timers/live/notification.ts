// Shows system notifications, through the service worker if there is one, because pages on Android may not show them.

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
