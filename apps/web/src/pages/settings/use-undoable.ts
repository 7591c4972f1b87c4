import { account as words } from '../../texts/account.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { useAct } from './use-act.ts'

interface Change<V> {
  from: V
  to: V
  done: string
}

/** Changes something at once, says so and offers to take it back. shown is what the page has meanwhile. */
export function useUndoable<V>(put: (value: V) => Promise<unknown>, failed?: string) {
  const back = useAct(put, failed)
  const act = useAct(async ({ from, to, done }: Change<V>) => {
    await put(to)
    showAlert(done, { label: words.undo, run: () => back.mutate(from) })
  }, failed)
  return {
    change: (from: V, to: V, done: string) => act.mutate({ from, to, done }),
    shown: (known: V): V => {
      if (back.isPending) return back.variables
      return act.isPending ? act.variables.to : known
    },
  }
}
