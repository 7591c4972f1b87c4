import type { FirstLogin } from '#accounts/account/create-first-account.ts'
import { accountScope } from '#auth/scope.ts'
import type { Config } from './config.ts'
import { findFirstAdministrator } from '#accounts/members/store.ts'
import { startStorage } from './bootstrap.ts'
import { createLog } from '#platform/system/log.ts'
import { checkEmpty, type DemoOptions, type LoadedDemo, loadDemo } from '#demo/load-demo.ts'

/** Loads the demo data into the first account of the configured database, without a server. */
export async function fillFirstAccount(
  config: Config,
  options: DemoOptions,
): Promise<LoadedDemo & { login: FirstLogin | null }> {
  const disposers: (() => Promise<unknown>)[] = []
  try {
    const log = createLog('warn')
    const { db, scanner, firstLogin } = await startStorage({
      config,
      log,
      disposers,
      onLost: () => undefined,
    })
    const { accountUuid, memberUuid } = await findFirstAdministrator(db)
    const author = { scope: accountScope(accountUuid), memberUuid }
    await checkEmpty({ db, author })
    return { ...(await loadDemo({ db, scanner, author }, options)), login: firstLogin }
  } finally {
    for (const dispose of disposers.toReversed()) await dispose()
  }
}
