// A field whose text is sent, for a form of any page.
import { type FormEvent, useMemo, useRef, useSyncExternalStore } from 'react'
import { useSession } from '../../session/provider.tsx'
import { type Give, quickField } from '../../session/unsent/quick-add.ts'

/** `field` names what is typed, such as `todo:<list>`: the text waits under this name until it is stored. */
export function useQuickAdd(field: string, give: Give) {
  const { account } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const found = useMemo(() => quickField(account, field), [account, field])
  const state = useSyncExternalStore(found.subscribe, found.state)
  return {
    typed: state.typed,
    onSubmit(event: FormEvent): void {
      event.preventDefault()
      found.submit(give)
      // The text stays until it is stored; selected, it gives way to the next one.
      input.current?.select()
    },
    /** Of the `<input>`. */
    inputProps: {
      ref: input,
      value: state.typed,
      'aria-busy': state.sending.includes(state.typed.trim()),
      onChange: (event: { target: { value: string } }) => found.type(event.target.value),
    },
  }
}
