import type { accountTeams } from '@assay/contract/account-teams.ts'
import type { Input, Output } from '@assay/contract/endpoint.ts'
import type { members } from '@assay/contract/members.ts'
import type { teams } from '@assay/contract/teams.ts'
import { ApiError } from './api-error.ts'
import type { CallOptions, Client } from './create-client.ts'

/** The members of an account; empty on errors. */
export const loadMembers = (
  api: Pick<Client<{ members: typeof members }>, 'members'>,
  input: Input<typeof members.list>,
): Promise<Output<typeof members.list>> => emptyOnFailure(api.members.list(input))

/** The teams of an account visible to the caller; empty on errors. */
export const loadTeams = (
  api: Client<{ accounts: typeof accountTeams }>,
  input: Input<typeof accountTeams.teams>,
  options?: CallOptions,
): Promise<Output<typeof accountTeams.teams>> => emptyOnFailure(api.accounts.teams(input, options))

/** The members of a team; empty on errors. */
export const loadTeamMembers = (
  api: Pick<Client<{ teams: typeof teams }>, 'teams'>,
  input: Input<typeof teams.members>,
): Promise<Output<typeof teams.members>> => emptyOnFailure(api.teams.members(input))

/** Missing parameters are still reported. */
async function emptyOnFailure<T>(list: Promise<T[]>): Promise<T[]> {
  try {
    return await list
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) throw error
    return []
  }
}
