import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import { checkEmpty } from './load-demo.ts'
import { loadDemoJob } from './load-demo-job.ts'
import { removeDemo } from './remove-demo.ts'
import { readProgress, writeProgress } from './progress.ts'

export function demoRoutes({ routes, db, queue }: Pick<AppContext, 'routes' | 'db' | 'queue'>): void {
  registerRoutes(routes, contract.demo, {
    progress: async ({ caller }) => readProgress(db, caller.scope),
    async load({ caller, change }) {
      const { scope, memberUuid } = caller
      await checkEmpty({ db, author: caller })
      return change(async (tx) => {
        const begun = await readProgress(tx, scope)
        if (begun.state === 'loading') return { result: respond(202, begun) }
        const progress = { state: 'loading', done: 0, all: 0 } as const
        await writeProgress(tx, scope, progress)
        await queue.send(tx, loadDemoJob, { accountUuid: scope.accountUuid, memberUuid, now: Date.now() })
        return { result: respond(202, progress) }
      })
    },
    remove: ({ caller, change }) =>
      change(async (tx) => {
        const projects = await removeDemo({ tx, queue }, caller.scope)
        return { result: { projects }, before: { projects } }
      }),
  })
}
