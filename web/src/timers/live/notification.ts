// Notifications outside the page. On Android only the service worker may show them.

/** Never throws: a notification that cannot be shown must not disturb the page, which shows the same. */
export async function notify(title: string, options: NotificationOptions): Promise<void> {
  try {
    if (Notification.permission !== 'granted') return
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration?.active) await registration.showNotification(title, options)
    else new Notification(title, options)
  } catch {
    // No notifications in this browser.
  }
}
