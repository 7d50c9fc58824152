// Copying to the clipboard, which a browser may refuse.

/** Whether it is on the clipboard now. Only pages over HTTPS (or of this machine) have one. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
