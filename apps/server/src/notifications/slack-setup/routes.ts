import { contract } from '@assay/contract/contract.ts'
import { createHash, randomBytes } from 'node:crypto'
import { checkOwner, readTeam } from '#notifications/channels/core/check-owner.ts'
import { findDefault } from '#notifications/channels/core/store.ts'
import { wireChannel } from '#notifications/channels/core/wire-channel.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findLease, findLeaseByTicket, type LeaseRow, releaseLease, acquireLease } from './lease-store.ts'
import { listRooms } from './list-rooms.ts'

/** Duration of a lease: enough time to create a webhook in Slack. */
const leaseSeconds = 600

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()
const ownerOf = ({ accountUuid }: Scope, teamUuid: string | null) => teamUuid ?? accountUuid

/** Throws 409 while another member holds the lease. */
async function checkLease(db: Database, caller: Caller, teamUuid: string | null): Promise<void> {
  const lease = await findLease(db, caller.scope, ownerOf(caller.scope, teamUuid))
  if (lease && lease.memberUuid !== caller.memberUuid) throw locked(lease)
}

/** Releases the caller's own lease, which has served its purpose. */
export async function endOwnLease(
  tx: Tx,
  { scope, memberUuid }: Caller,
  teamUuid: string | null,
): Promise<void> {
  await releaseLease(tx, scope, { ownerUuid: ownerOf(scope, teamUuid), memberUuid })
}

/** Releases the lease. Throws 409 if another member holds it. */
export async function endLease(tx: Tx, caller: Caller, teamUuid: string | null): Promise<void> {
  await checkLease(tx, caller, teamUuid)
  await endOwnLease(tx, caller, teamUuid)
}

const locked = ({ email, expiresAt }: Pick<LeaseRow, 'email' | 'expiresAt'>) =>
  new Problem(
    409,
    'slackSetupLocked',
    `${email} is setting up Slack, until ${expiresAt.toISOString()} at most`,
  )

export function slackSetupRoutes({ routes, db, config }: AppContext): void {
  registerRoutes(routes, contract.slackSetup, {
    async info({ caller: { scope }, query: { ticket } }) {
      const lease = (await findLeaseByTicket(db, scope, hashOf(ticket))) ?? throwNotFound('ticket')
      const teamUuid = lease.ownerUuid === scope.accountUuid ? null : lease.ownerUuid
      await readTeam(db, scope, teamUuid)
      const slack = await findDefault(db, scope, { teamUuid, kind: 'slack' })
      const { state, expiresAt } = lease
      return { teamUuid, state, expiresAt: expiresAt.getTime(), slack: slack ? wireChannel(slack) : null }
    },
    borrow({ caller, query: { teamUuid: team, state }, change }) {
      const ticket = randomBytes(32).toString('base64url')
      return change(async (tx) => {
        const { scope, memberUuid, email } = caller
        const teamUuid = await checkOwner(tx, caller, team)
        const ownerUuid = ownerOf(scope, teamUuid)
        const expiresAt = new Date(Date.now() + leaseSeconds * 1000)
        const lease = { ownerUuid, memberUuid, email, state, ticketHash: hashOf(ticket), expiresAt }
        if (!(await acquireLease(tx, scope, lease)))
          throw locked((await findLease(tx, scope, ownerUuid)) ?? lease)
        const result = { ...wireLease(caller, teamUuid, lease), ticket }
        return { result, target: { teamUuid: ownerUuid } }
      })
    },
    rooms: ({ body }) => listRooms(config, body),
    async status({ caller, query: { team } }) {
      const teamUuid = await readTeam(db, caller.scope, team)
      return wireLease(caller, teamUuid, await findLease(db, caller.scope, ownerOf(caller.scope, teamUuid)))
    },
    rentalTime: async () => ({ seconds: leaseSeconds }),
  })
}

const wireLease = (
  caller: Caller,
  teamUuid: string | null,
  lease: Pick<LeaseRow, 'memberUuid' | 'email' | 'expiresAt'> | undefined,
) => ({
  teamUuid,
  locked: lease !== undefined,
  isOwn: lease?.memberUuid === caller.memberUuid,
  by: lease?.email ?? null,
  expiresAt: lease?.expiresAt.getTime() ?? null,
})
