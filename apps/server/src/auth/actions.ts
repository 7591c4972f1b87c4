import { furtherActions } from '@assay/contract/audit.ts'
import { contract } from '@assay/contract/contract.ts'
import { defectDojo } from '@assay/contract/intake/defect-dojo.ts'
import { dependencyTrack } from '@assay/contract/intake/dependency-track.ts'
import { transparency } from '@assay/contract/intake/transparency.ts'
import type { Endpoint } from '@assay/contract/endpoint.ts'

const actions = new Map<Endpoint, string>(
  Object.entries({ ...contract, defectDojo, dependencyTrack, transparency }).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => [endpoint, `${group}.${name}`] as const),
  ),
)

/** The endpoint's name in the contract: 'members.remove'. */
export const actionOf = (endpoint: Endpoint): string =>
  actions.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`

/** All actions of a group, if it is a group's name. */
export const actionsOf = (name: string): string[] => {
  const ofGroup = [...actions.values(), ...Object.keys(furtherActions)].filter((action) =>
    action.startsWith(`${name}.`),
  )
  return ofGroup.length > 0 ? ofGroup : [name]
}
