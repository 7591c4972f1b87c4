import type { Alert } from './alert.ts'

/** The owner of the rule. */
export type RuleOwner =
  | { of: 'account' }
  | { of: 'team'; teamUuid: string }
  | { of: 'member'; memberUuid: string; teams: 'all' | readonly string[]; isAdministrator: boolean }

/** The items of a rule that a reader is permitted to see. */
export interface ItemVisibility {
  /** Items about projects: those of all or some teams. */
  teams: 'all' | readonly string[]
  /** Whether items without project and member are included. */
  isAccountWide: boolean
  /** Items about a single member, such as an API token: those of all or some members. */
  members: 'all' | readonly string[]
}

/** What the owner of a rule is permitted to see. Channels of the account are set up by administrators. */
export function visibilityOf(owner: RuleOwner): ItemVisibility {
  if (owner.of === 'account') return { teams: 'all', isAccountWide: true, members: 'all' }
  if (owner.of === 'team') return { teams: [owner.teamUuid], isAccountWide: false, members: [] }
  const { teams, isAdministrator, memberUuid } = owner
  return { teams, isAccountWide: isAdministrator, members: isAdministrator ? 'all' : [memberUuid] }
}

/** Like groupWaiting, which also checks what has changed since. */
export function isVisible(
  { teams, isAccountWide, members }: ItemVisibility,
  { project, memberUuid }: Pick<Alert, 'project' | 'memberUuid'>,
): boolean {
  if (project) return teams === 'all' || (project.teamUuid !== null && teams.includes(project.teamUuid))
  if (memberUuid !== null) return members === 'all' || members.includes(memberUuid)
  return isAccountWide
}
