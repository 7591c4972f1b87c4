import { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { FactContext } from './fact.ts'

const ScopeReach = z.object({
  teams: z.union([z.literal('all'), z.array(z.string())]),
  project: z.string().nullable(),
})
type ScopeReach = z.infer<typeof ScopeReach>

/** What a member could see when facts were read; stored with the text generated from them. */
export const Reach = z.object({ reports: ScopeReach.nullable(), insights: ScopeReach.nullable() })
export type Reach = z.infer<typeof Reach>

export const reachOf = ({ scopes: { reports, insights } }: Pick<FactContext, 'scopes'>): Reach => ({
  reports: reports && ofScope(reports),
  insights: insights && ofScope(insights),
})

const ofScope = ({ teams, project }: Scope): ScopeReach => ({
  teams: teams === 'all' ? teams : [...teams],
  project,
})

const wholeAccount: ScopeReach = { teams: 'all', project: null }

/** Whether everything visible then is still visible. A text stored without its reach may contain anything. */
export function covers(now: Reach, before: Reach | null): boolean {
  const { reports, insights } = before ?? { reports: wholeAccount, insights: wholeAccount }
  return coversScope(now.reports, reports) && coversScope(now.insights, insights)
}

function coversScope(now: ScopeReach | null, before: ScopeReach | null): boolean {
  if (before === null) return true
  if (now === null || (now.project !== null && now.project !== before.project)) return false
  if (now.teams === 'all') return true
  const { teams } = now
  return before.teams !== 'all' && before.teams.every((team) => teams.includes(team))
}
