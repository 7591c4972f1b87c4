import { accountProperties, plans, teamProperties } from '@assay/contract/reference-data.ts'
import { contract } from '@assay/contract/contract.ts'
import { features } from '@assay/contract/features.ts'
import { operates } from '#accounts/account/reach-account.ts'
import { countResources } from '#accounts/account/store.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { infrastructureKinds } from '@assay/engine/infrastructure/kinds.ts'
import { componentScopes } from '@assay/engine/inventory.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

export function referenceDataRoutes({ routes, db }: AppContext): void {
  const list = (descriptions: Readonly<Record<string, string>>) => async () =>
    Object.entries(descriptions).map(([name, description]) => ({ name, description }))
  registerRoutes(routes, contract.referenceData, {
    features: list(features),
    plans: list(plans),
    accountProperties: list(accountProperties),
    teamProperties: list(teamProperties),
    async siteStats({ caller }) {
      return countResources(db, caller.scope, { isOfAll: await operates(db, caller) })
    },
    async languages({ query: { tool } }) {
      if (tool === 'ISAAC') return [...infrastructureKinds]
      return packageTools.has(tool) ? languagesOf(ecosystems) : []
    },
    componentLanguages: async () => languagesOf(ecosystems.filter(hasPages)),
    scopes: async () => [...componentScopes],
    async planIllustration({ params: { name } }) {
      const paths = ownProperty(illustrations, name) ?? throwNotFound('plan')
      return { name, viewBox: '0 0 96 64', paths }
    },
  })
}

/** Languages with package scanning. */
const packageTools: ReadonlySet<string> = new Set(['BOSS', 'BOSSC'])

/** Registries differ in the number of name parts. */
const hasPages = ({ webUrl }: Ecosystem) =>
  ['name', 'group:name', 'owner/name'].some((name) => webUrl(name, '1.0.0') !== null)

/** Several ecosystems may share a language. */
const languagesOf = (list: readonly Ecosystem[]) =>
  [...new Set(list.map(({ languages: [language] }) => language))].toSorted()

/** An icon of stacked layers, one more per plan. */
const layer = (at: number) => `M8 ${54 - at * 14}h80v10H8z`
const illustrations: Readonly<Record<string, string[]>> = {
  opensource: [layer(0)],
  professional: [layer(0), layer(1)],
  enterprise: [layer(0), layer(1), layer(2)],
}
