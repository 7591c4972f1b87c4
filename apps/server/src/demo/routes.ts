import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import { implement, reply } from '../http/implement.ts'
import { checkEmpty } from './load-demo.ts'
import { readProgress, writeProgress } from './progress.ts'

export function demoRoutes({ binding, db, queue }: Pick<Parts, 'binding' | 'db' | 'queue'>): void {
  implement(binding, contract.demo, {
    async progress({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return readProgress(db, caller.scope)
    },
    async load({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      const { scope, memberUuid } = caller
      await checkEmpty({ db, author: caller })
      const begun = await readProgress(db, scope)
      if (begun.state === 'loading') return reply(202, begun)
      const progress = { state: 'loading', done: 0, all: 0 } as const
      await db.transaction().execute(async (tx) => {
        await writeProgress(tx, scope, progress)
        await queue.send(tx, 'load-demo', { accountUuid: scope.accountUuid, memberUuid, now: Date.now() })
      })
      return reply(202, progress)
    },
  })
}
