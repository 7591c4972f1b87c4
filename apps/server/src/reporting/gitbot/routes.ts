import { composeBotText } from '@assay/engine/reports/pull-request-text.ts'
import { contract } from '@assay/contract/contract.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'

/** Bots of repositories ask for the text of the pull requests and issues that they open. */
export function gitbotRoutes({ routes }: Pick<AppContext, 'routes'>): void {
  registerRoutes(routes, contract.gitbot, {
    parse: ({ query, body: { report, options } }) =>
      composeBotText(report, {
        isPullRequest: !options.issue,
        hasReport: options.report,
        excludesIssues: query.exclude.includes('issues'),
        excludesLicenses: query.exclude.includes('licenses'),
      }),
  })
}
