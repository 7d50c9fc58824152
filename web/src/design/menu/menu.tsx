import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  className: string
  /** A `summary` element, so that the menu needs no state. */
  summary: ReactNode
  children: ReactNode
}

/** Escape, a click outside and a click on an element with `data-closes` close the menu. */
export function Menu({ className, summary, children }: Props) {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const menu = ref.current
    const close = () => menu?.removeAttribute('open')
    const onPointer = ({ target }: Event) => {
      if (target instanceof Node && !menu?.contains(target)) close()
    }
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-closes]')) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu?.open) return
      event.stopPropagation()
      close()
      menu.querySelector('summary')?.focus()
    }
    addEventListener('pointerdown', onPointer)
    menu?.addEventListener('click', onClick)
    menu?.addEventListener('keydown', onKey)
    return () => {
      removeEventListener('pointerdown', onPointer)
      menu?.removeEventListener('click', onClick)
      menu?.removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <details ref={ref} className={className}>
      {summary}
      {children}
    </details>
  )
}
