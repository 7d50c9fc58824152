// Detects that npm has died: it may be killed without a chance to pass the signal on to its command.

const CHECK_MS = 1_000

export function onParentGone(stop: () => void): void {
  const parent = process.ppid
  const checking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(checking)
    stop()
  }, CHECK_MS).unref()
}
