// What was typed into a form, kept until it is stored or given up: a session that ends takes the form away, not the text.
import { useMemo } from 'react'
import { useSession } from '../../session/provider.tsx'
import { keepTyped, readTyped } from '../../session/unsent/drafts.ts'

/** Without a field nothing is kept. */
export function useFormDraft<T extends object>(field: string | undefined) {
  const { account } = useSession()
  return useMemo(
    () => ({
      /** What an earlier form has left. */
      kept: (): Partial<T> => (field === undefined ? {} : parse(readTyped(account, field))),
      keep(values: Partial<T>): void {
        if (field !== undefined) keepTyped(account, field, JSON.stringify(values))
      },
      drop(): void {
        if (field !== undefined) keepTyped(account, field, '')
      },
    }),
    [account, field],
  )
}

function parse<T>(text: string): Partial<T> {
  try {
    return JSON.parse(text || '{}') as Partial<T>
  } catch {
    return {}
  }
}
