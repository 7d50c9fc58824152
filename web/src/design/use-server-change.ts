// Runs a change on the server, then reads again what it may have changed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from './message.ts'
import { useToast } from './toast.tsx'

type Work = () => Promise<unknown>

/** `noun` is the head of the query keys to read again. Changes of one `scope` run one after the other. */
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
    /** A failure is told in a message at the edge of the screen. */
    mutate: (work: Work, options?: { onSettled?: () => void }): void =>
      mutation.mutate({ work, isTold: false }, options),
    /** A failure is told by the caller, beside the form, and nowhere else. */
    mutateAsync: (work: Work): Promise<unknown> => mutation.mutateAsync({ work, isTold: true }),
  }
}
