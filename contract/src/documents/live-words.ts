export interface MessageWords {
  summary: string
  description: string
}

export const LIVE_WORDS: Record<string, MessageWords> = {
  connected: {
    summary: 'The first message of a connection',
    description: "Contains the server's clock. Use it to compute `at` for queued commands.",
  },
  synced: {
    summary: 'All missed changes have been sent',
    description:
      'All changes up to its `seq` have been sent; every later one follows live. `since` is the one of the request. `resync` means that the log no longer reaches back to it: read all data again.',
  },
  change: {
    summary: 'One of your items was created, updated or deleted',
    description:
      'Sent exactly once and in order to every connection of its owner. Friends, friend requests and blocks are items too.',
  },
  'shared.changed': {
    summary: 'An item that someone shares with you has changed',
    description:
      'Also sent when you lose access to it, for example because a friendship has ended. The message has no content: read the item again.',
  },
  'settings.changed': {
    summary: 'One of your feeds, subscriptions or device passwords has changed',
    description:
      'Sent to connections with full access when one of them is created, changed, deleted or used. These lists are not in the change log, and the message has no content: read the list again.',
  },
}
