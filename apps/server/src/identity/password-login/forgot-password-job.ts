import { z } from 'zod'
import { createLink } from '#accounts/member-emails/mail-link.ts'
import { hasLink } from '#accounts/member-emails/store.ts'
import { insertAuditEvent } from '#accounts/audit/store.ts'
import { accountScope } from '#auth/scope.ts'
import { defineJob } from '#platform/queue/job.ts'
import { findLogin } from './store.ts'

/** Queued for any address, so that the response does not reveal whether it has a login. */
export const forgotPasswordJob = defineJob({
  name: 'forgot-password',
  payload: z.object({
    linkUuid: z.uuid(),
    email: z.string(),
    /** The requester, for the audit log. */
    address: z.string(),
    agent: z.string(),
  }),
  priority: 'interactive',
  concurrency: 2,
  timeoutSeconds: 60,
  retry: { limit: 8, delaySeconds: 2, maxDelaySeconds: 300 },
  async run(context, { linkUuid, email, address, agent }) {
    const { db } = context
    const login = await findLogin(db, email)
    if (!login) return
    const { accountUuid, memberUuid } = login
    const scope = accountScope(accountUuid)
    await db.transaction().execute(async (tx) => {
      // Already done by an attempt whose completion was not recorded.
      if (await hasLink(tx, scope, linkUuid)) return
      await createLink(tx, context, { scope, uuid: memberUuid, email, invitation: null, linkUuid })
      await insertAuditEvent(tx, scope, {
        memberUuid,
        memberEmail: email,
        credential: 'none',
        address,
        agent,
        action: 'credentials.forget',
        target: {},
        before: undefined,
        after: undefined,
      })
    })
  },
})
