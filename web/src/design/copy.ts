/**
 * Copies the text. Returns false if the browser refuses, because the clipboard is available only over HTTPS or on
 * localhost.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** For files that a plain link cannot download, because it would not send the access token. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS)
}

const RELEASE_MS = 60_000
