import { contract } from '@assay/contract/contract.ts'
import { type SiteService, siteServices } from '@assay/contract/site.ts'
import { checkOperates } from '#accounts/account/reach-account.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import type { AppContext } from '#context.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { readStatus } from '#operations/status/read-status.ts'
import { healthChecks } from './check-health.ts'
import { checkNetwork } from './check-network.ts'

/** All features are free. */
const freeLicense = {
  id: 'free',
  name: 'Assay',
  kind: 'free' as const,
  spdxId: 'Apache-2.0',
  active: true,
  expiresAt: null,
}

const silence: Record<SiteService, string> = {
  database: 'The database does not answer',
  queue: 'The queue does not answer',
  advisories: 'The advisory data cannot be read',
  mail: 'The mail server does not answer',
}

export function siteRoutes({ routes, db, config, mail, queue }: AppContext): void {
  const licenseOf = (id: string) => (id === freeLicense.id ? freeLicense : throwNotFound('license'))
  registerRoutes(routes, contract.site, {
    async network({ caller }) {
      await checkOperates(db, caller)
      return checkNetwork({ config, mail })
    },
    async status({ caller }) {
      await checkOperates(db, caller)
      return readStatus({ config, db, queue })
    },
    async health({ params, request }) {
      const service = siteServices.find((each) => each === params.service) ?? throwNotFound('service')
      const from = performance.now()
      const health = await healthChecks[service]({ config, db, mail, queue }).catch((error: unknown) => {
        // Driver errors contain host and user names.
        request.log.warn({ reason: String(error), service }, 'A service fails')
        return { status: 'failing' as const, reason: silence[service] }
      })
      if (health.status === 'failing') return respond(503, { service, ...health })
      return { service, status: health.status, latencyMs: Math.round(performance.now() - from) }
    },
    license: () => Promise.resolve([freeLicense]),
    activateLicense: async ({ params }) => licenseOf(params.license),
    async releaseLicense({ params }) {
      licenseOf(params.license)
      throw new Problem(409, 'licenseBuiltIn', 'This build is free: it has no license that could be released')
    },
  })
}
