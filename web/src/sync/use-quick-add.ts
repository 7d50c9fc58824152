// The state and handlers of a quick-add field, for any page.
import { type FormEvent, useMemo, useRef, useSyncExternalStore } from 'react'
import { useSession } from '../session/provider.tsx'
import { type Give, quickField } from '../session/unsent/quick-add.ts'
import { useWhenOpen } from './context.ts'

/** `field` is the name of the draft, such as `todo:<list>`. */
export function useQuickAdd(field: string, give: Give) {
  const { account } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const found = useMemo(() => quickField(account, field), [account, field])
  const state = useSyncExternalStore(found.subscribe, found.state)
  const whenOpen = useWhenOpen()
  const latest = useRef(give)
  latest.current = give
  function submit(): void {
    const { typed } = found.state()
    // Before the outbox is open, the field keeps its text. It is then sent if the person has not changed it.
    void whenOpen(() => {
      if (!input.current || found.state().typed !== typed) return
      found.submit(latest.current)
      // The text stays until it is stored. Selecting it lets the next input replace it.
      input.current.select()
    })
  }
  return {
    typed: state.typed,
    submit,
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
