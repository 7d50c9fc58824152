export const syncTextsEn = {
  undo: 'Undo',
  commandUndo: 'Undo last change',
  commandRedo: 'Redo last change',
  undone: 'Undone',
  redone: 'Redone',
  nothingToUndo: 'Nothing to undo in this window',
  nothingToRedo: 'Nothing to redo in this window',
  cannotUndo: 'This change can no longer be undone.',
  notReady: 'Daymark is still starting. Try again in a moment.',
  notOpened: 'Daymark could not start completely. Reload the page and try again.',
  synced: 'Synced',
  connecting: 'Connecting…',
  updating: 'Updating…',
  sending: (count: number) => (count === 1 ? 'Sending 1 change' : `Sending ${count} changes`),
  offline: 'Offline',
  offlineWaiting: (count: number) =>
    count === 1 ? 'Offline, 1 change waiting' : `Offline, ${count} changes waiting`,
  attention: (count: number) =>
    count === 1 ? '1 change needs attention' : `${count} changes need attention`,
  signedOut: 'Signed out',
  noStorage: 'Your browser blocks storage for this site. Allow it in the browser settings.',
  unsaved:
    'Browser storage is blocked or full. Changes are lost if you close this window before they are sent.',
  panel: 'Changes',
  panelSynced: 'The server has all your changes.',
  waitingTitle: 'Waiting to be sent',
  waitingHint: 'These changes are stored on this device and sent when the server is available.',
  attentionTitle: 'Needs attention',
  attentionHint: 'The server did not accept these changes, so they are not shown in your lists.',
  refused: (reason: string) => `Not saved: ${reason}`,
  show: 'Show changes',
  retry: 'Try again',
  discard: 'Discard change',
  close: 'Close',
  retryOf: (what: string) => `Try again: ${what}`,
  discardOf: (what: string) => `Discard change: ${what}`,
  offerTitle: 'Send earlier changes?',
  offerHint: (count: number) =>
    count === 1
      ? '1 change was not sent before your last session ended.'
      : `${count} changes were not sent before your last session ended.`,
  offerSend: 'Send changes',
  offerDiscard: 'Discard changes',
}

export type SyncTexts = typeof syncTextsEn
