import { openChannel } from './storage/browser-storage.ts'

export type TabMessage = { type: 'signed-out' } | { type: 'signed-in'; account: string }

export interface Tabs {
  tell(message: TabMessage): void
  /** Receives messages from other windows. Returns a function that unsubscribes. */
  hear(listener: (message: TabMessage) => void): () => void
}

export function openTabs(channel = openChannel('daymark.session')): Tabs {
  return {
    tell: message => channel?.postMessage(message),
    hear(listener) {
      const onMessage = (event: MessageEvent<TabMessage>) => listener(event.data)
      channel?.addEventListener('message', onMessage)
      return () => channel?.removeEventListener('message', onMessage)
    },
  }
}
