/**
 * Copies the text. Returns false if the browser refuses, for example because the clipboard is available only over HTTPS
 * and on localhost.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Saves the content as a file. A plain link to the server would not send the access token. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS)
}

const RELEASE_MS = 60_000
