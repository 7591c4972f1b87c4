import { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { FactContext } from './fact.ts'

const ScopeVisibility = z.object({
  teams: z.union([z.literal('all'), z.array(z.string())]),
  project: z.string().nullable(),
})
type ScopeVisibility = z.infer<typeof ScopeVisibility>

/** What a member could see when facts were read; stored with the text generated from them. */
export const Visibility = z.object({
  reports: ScopeVisibility.nullable(),
  insights: ScopeVisibility.nullable(),
})
export type Visibility = z.infer<typeof Visibility>

export const visibilityOf = ({ scopes: { reports, insights } }: Pick<FactContext, 'scopes'>): Visibility => ({
  reports: reports && ofScope(reports),
  insights: insights && ofScope(insights),
})

const ofScope = ({ teams, project }: Scope): ScopeVisibility => ({
  teams: teams === 'all' ? teams : [...teams],
  project,
})

const wholeAccount: ScopeVisibility = { teams: 'all', project: null }

/** Whether everything visible then is still visible. A text stored without its visibility may contain anything. */
export function covers(now: Visibility, before: Visibility | null): boolean {
  const { reports, insights } = before ?? { reports: wholeAccount, insights: wholeAccount }
  return coversScope(now.reports, reports) && coversScope(now.insights, insights)
}

function coversScope(now: ScopeVisibility | null, before: ScopeVisibility | null): boolean {
  if (before === null) return true
  if (now === null || (now.project !== null && now.project !== before.project)) return false
  if (now.teams === 'all') return true
  const { teams } = now
  return before.teams !== 'all' && before.teams.every((team) => teams.includes(team))
}
