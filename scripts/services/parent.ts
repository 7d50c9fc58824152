// Detects that the parent npm process has died, because npm cannot forward a SIGKILL to its command.

const CHECK_MS = 1_000

export function onParentGone(stop: () => void): void {
  const parent = process.ppid
  const checking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(checking)
    stop()
  }, CHECK_MS).unref()
}
