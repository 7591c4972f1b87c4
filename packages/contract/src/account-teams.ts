import { z } from 'zod'
import type { EndpointGroup } from './endpoint.ts'
import { Uuid } from './vocabulary.ts'
import { named } from './named.ts'

export const Team = named('Team', {
  accountUuid: Uuid,
  uuid: Uuid,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
})

/** A separate module for clients that load only part of the contract at first. */
export const accountTeams = {
  teams: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/teams',
    permission: 'teams.read',
    summary: 'Teams visible to the caller',
    responses: { 200: z.array(Team) },
  },
} as const satisfies EndpointGroup
