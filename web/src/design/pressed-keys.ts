// The name of pressed keys, as commands use it. Pure.

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** Examples: `n`, `mod+k` (Ctrl or Cmd), `mod+shift+z`, `alt+d`. */
export function pressedKeys(event: Pressed): string {
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : ''
  const shift = mod && event.shiftKey ? 'shift+' : ''
  const key = letterOf(event)
  // Alt with a letter is a shortcut of the browser. Some keyboards need Alt for signs such as "/".
  const alt = event.altKey && /^[a-z]$/.test(key) ? 'alt+' : ''
  return mod + shift + alt + key
}

/** The letter that is printed on the key, if the keyboard is set to another script: `ㅋ` is on the key of Z. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length !== 1) return key
  const printed = key > '\u007F' ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
  return (printed ?? key).toLowerCase()
}
