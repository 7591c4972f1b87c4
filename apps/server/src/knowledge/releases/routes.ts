import { contract } from '@assay/contract/contract.ts'
import { checkOperates } from '#accounts/account/reach-account.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { describeReleases } from './describe-releases.ts'

export function releasesRoutes({ routes, db, config }: AppContext): void {
  registerRoutes(routes, contract.releases, {
    async status({ caller }) {
      // Errors name packages and registries of all accounts.
      await checkOperates(db, caller)
      return describeReleases({ db, config })
    },
  })
}
