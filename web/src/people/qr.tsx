// Renders a QR code as a single SVG path.
import { encode } from 'uqr'
import './qr.css'

export function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name}>
      <path className="qr-light" d={`M0 0h${size}v${size}h-${size}z`} />
      <path className="qr-dark" d={path} />
    </svg>
  )
}
