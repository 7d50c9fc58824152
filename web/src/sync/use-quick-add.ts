import { type FormEvent, useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useSession } from '../session/provider.tsx'
import { type AddText, quickField } from '../session/unsent/quick-add.ts'
import { useWhenOpen } from './context.ts'

/** `field` names the draft, for example `todo:<list>`. */
export function useQuickAdd(field: string, addText: AddText) {
  const { account } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const found = useMemo(() => quickField(account, field), [account, field])
  const state = useSyncExternalStore(found.subscribe, found.state)
  const whenOpen = useWhenOpen()
  const toast = useToast()
  const say = useCallback((error: unknown) => toast(messageOf(error)), [toast])
  const latest = useRef(addText)
  latest.current = addText
  function submit(): void {
    const { typed } = found.state()
    // The field keeps its text until the outbox opens. The text is then submitted if the user has not changed it.
    whenOpen(() => {
      if (!input.current || found.state().typed !== typed) return
      found.submit(latest.current)
      // Selects the text, so that typing replaces it. The text stays until it is stored.
      input.current.select()
    }).catch(say)
  }
  return {
    typed: state.typed,
    waiting: state.waiting,
    wait: found.wait,
    addWaiting: useCallback(
      () => void whenOpen(() => found.addWaiting(text => latest.current(text))).catch(say),
      [found, whenOpen, say],
    ),
    onSubmit(event: FormEvent): void {
      event.preventDefault()
      submit()
    },
    inputProps: {
      ref: input,
      value: state.typed,
      'aria-busy': state.sending.includes(state.typed.trim()),
      onChange: (event: { target: { value: string } }) => found.type(event.target.value),
    },
  }
}
