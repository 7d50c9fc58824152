// Puts a text on the clipboard, or saves a response of the API as a file.

/** Returns true on success. The clipboard is available only over HTTPS or on localhost. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/**
 * Saves a response of the API as a file. A plain link could not load it, because it would not send the access token.
 */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Releases the URL later, because some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS)
}

const RELEASE_MS = 60_000
