// Renders only the rows near the viewport, but all of them when printing.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPrinting } from '../../design/rendering/use-is-printing.ts'

export const ROW_PX = 44
const SPARE_ROWS = 12

interface Props {
  count: number
  /** Renders the rows from `first` to `end`, exclusive. */
  rows: (first: number, end: number) => ReactNode
}

export function VirtualRows({ count, rows }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [[first, end], setRange] = useState<[number, number]>([0, 40])

  useEffect(() => {
    const look = () => {
      const top = box.current?.getBoundingClientRect().top ?? 0
      const from = Math.max(0, Math.floor(-top / ROW_PX) - SPARE_ROWS)
      const to = Math.ceil((innerHeight - top) / ROW_PX) + SPARE_ROWS
      setRange(before => (before[0] === from && before[1] === to ? before : [from, to]))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [])

  const isPrinting = useIsPrinting()
  const last = isPrinting ? count : Math.min(count, end)
  const start = isPrinting ? 0 : Math.min(first, last)
  return (
    <div ref={box} role="presentation" style={{ height: count * ROW_PX }}>
      <div role="presentation" style={{ transform: `translateY(${start * ROW_PX}px)` }}>
        {rows(start, last)}
      </div>
    </div>
  )
}
