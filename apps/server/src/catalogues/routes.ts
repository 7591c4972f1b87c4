import { accountProperties, plans, teamProperties } from '@assay/contract/catalogues.ts'
import { contract } from '@assay/contract/contract.ts'
import { features } from '@assay/contract/features.ts'
import { countThings } from '../accounts/store.ts'
import type { Parts } from '../app.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'

export function cataloguesRoutes({ binding, db }: Parts): void {
  const list = (catalogue: Readonly<Record<string, string>>) => async () =>
    Object.entries(catalogue).map(([name, description]) => ({ name, description }))
  implement(binding, contract.catalogues, {
    features: list(features),
    plans: list(plans),
    accountProperties: list(accountProperties),
    teamProperties: list(teamProperties),
    siteStats: ({ caller }) => countThings(db, caller.scope),
    async planIllustration({ params: { name } }) {
      const paths = illustrations[name] ?? missing('plan')
      return { name, viewBox: '0 0 96 64', paths }
    },
  })
}

/** Layers of a wall, one more for each plan. */
const layer = (at: number) => `M8 ${54 - at * 14}h80v10H8z`
const illustrations: Readonly<Record<string, string[]>> = {
  opensource: [layer(0)],
  professional: [layer(0), layer(1)],
  enterprise: [layer(0), layer(1), layer(2)],
}
