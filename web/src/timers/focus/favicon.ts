const SIZE = 64

/** Returns undefined if the browser does not support canvas. */
export function minutesIcon(minutes: number, isBreak: boolean): string | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = isBreak ? '#2f6fb0' : '#1b6f6a'
  context.beginPath()
  context.roundRect(0, 0, SIZE, SIZE, 14)
  context.fill()
  context.fillStyle = '#ffffff'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const text = String(minutes)
  context.font = `bold ${text.length > 2 ? 30 : 42}px sans-serif`
  context.fillText(text, SIZE / 2, SIZE / 2 + 3)
  return canvas.toDataURL('image/png')
}
