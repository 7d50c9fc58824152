import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { TopLayer } from './popover/top-layer.tsx'
import { useFocusBack } from './rendering/use-focus-back.ts'

interface Toast {
  id: number
  text: string
  action?: ToastAction | undefined
}

interface ToastAction {
  name: string
  run: () => void
  /** If true, the toast does not disappear after `VISIBLE_MS`. Newer toasts may still replace it. */
  stays?: boolean
  /** Returns true if the action has no effect anymore. The next toast then replaces this one. */
  isOver?: () => boolean
}
type Show = (text: string, action?: Toast['action']) => void

const Toasts = createContext<Show>(() => {})
const VISIBLE_MS = 7000

/** Example: `show(text, { name: 'Undo', run })` shows a toast with a button. */
export const useToast = (): Show => useContext(Toasts)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const next = useRef(1)
  const remove = useCallback((id: number) => setToasts(all => all.filter(each => each.id !== id)), [])
  const show = useCallback<Show>(
    (text, action) => {
      const id = next.current++
      setToasts(all => {
        const current = all.filter(each => !each.action?.isOver?.())
        if (!action && current.some(each => each.text === text && !each.action)) return current
        return [...current.slice(-2), action ? { id, text, action } : { id, text }]
      })
      if (!action?.stays) setTimeout(() => remove(id), VISIBLE_MS)
    },
    [remove],
  )
  const watch = useFocusBack()
  const list = useMemo(
    () =>
      toasts.map(({ id, text, action }) => (
        <div key={id} className="toast" {...watch}>
          <span dir="auto">{text}</span>
          {action ? (
            <Button
              onClick={() => {
                remove(id)
                action.run()
              }}
            >
              {action.name}
            </Button>
          ) : null}
        </div>
      )),
    [toasts, remove, watch],
  )
  return (
    <Toasts value={show}>
      {children}
      <TopLayer className="toasts">{list}</TopLayer>
    </Toasts>
  )
}
