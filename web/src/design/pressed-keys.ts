// Names pressed keys as in the shortcuts of commands. Pure.

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** Examples: `n`, `mod+k` (Ctrl or Cmd), `mod+shift+z`, `alt+d`. */
export function pressedKeys(event: Pressed): string {
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : ''
  const shift = mod && event.shiftKey ? 'shift+' : ''
  const key = letterOf(event)
  // Alt counts only with a letter, because some keyboards need Alt to type signs such as "/".
  const alt = event.altKey && /^[a-z]$/.test(key) ? 'alt+' : ''
  return mod + shift + alt + key
}

/** Returns the Latin letter on the key if the keyboard is set to another script: `z` for `ㅋ`. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length !== 1) return key
  const printed = key > '\u007F' ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  return (printed ?? key).toLowerCase()
}
