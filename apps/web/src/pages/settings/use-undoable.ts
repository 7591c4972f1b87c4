import { account as messages } from '../../messages/account.ts'
import { showNotice } from '../../ui/alerts.tsx'
import { useMutationWithToast } from './use-mutation-with-toast.ts'

interface Change<V> {
  from: V
  to: V
  done: string
}

/** A mutation with an undo toast. `shown` is the optimistic data. */
export function useUndoable<V>(put: (value: V) => Promise<unknown>, failed?: string) {
  const back = useMutationWithToast(put, failed)
  const action = useMutationWithToast(async ({ from, to, done }: Change<V>) => {
    await put(to)
    showNotice(done, { label: messages.undo, run: () => back.mutate(from) })
  }, failed)
  return {
    change: (from: V, to: V, done: string) => action.mutate({ from, to, done }),
    shown: (known: V): V => {
      if (back.isPending) return back.variables
      return action.isPending ? action.variables.to : known
    },
  }
}
