// Runs a change on the server, then invalidates the queries it may affect.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from './message.ts'
import { useToast } from './toast.tsx'

type Work = () => Promise<unknown>

/** `noun` is the first part of the query keys to invalidate. Changes with the same `scope` run one after another. */
export function useServerChange(noun: string, scope?: string) {
  const queries = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: ({ work }: { work: Work; isTold: boolean }) => work(),
    ...(scope !== undefined && { scope: { id: scope } }),
    onError: (error, { isTold }) => {
      if (!isTold) toast(messageOf(error))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [noun] }),
  })
  return {
    isPending: mutation.isPending,
    /** Shows a failure as a toast. */
    mutate: (work: Work, options?: { onSettled?: () => void }): void =>
      mutation.mutate({ work, isTold: false }, options),
    /** Leaves a failure to the caller, which shows it next to the form. */
    mutateAsync: (work: Work): Promise<unknown> => mutation.mutateAsync({ work, isTold: true }),
  }
}
