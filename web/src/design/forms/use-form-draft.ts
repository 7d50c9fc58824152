// Keeps the text typed into a form until the text is saved or discarded, even if the session ends.
import { useMemo } from 'react'
import { useSession } from '../../session/provider.tsx'
import { keepTyped, readTyped } from '../../session/unsent/drafts.ts'

/** Stores nothing if `field` is undefined. */
export function useFormDraft<T extends object>(field: string | undefined) {
  const { account } = useSession()
  return useMemo(
    () => ({
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
