import { createHmac, timingSafeEqual } from 'node:crypto'
import { accountScope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { queueDelivery } from '#integrations/core/deliver-job.ts'
import { findActive } from '#integrations/core/setup.ts'
import { ticketText } from '#integrations/tickets/texts.ts'
import { findTicketByIssue } from '#integrations/tickets/store.ts'
import { jiraIntegration } from './index.ts'

interface Received {
  accountUuid: string
  /** X-Hub-Signature: 'sha256=<hex>' */
  signature: string | undefined
  sentBody: string
  issueKey: string | undefined
}

/** Queues reading the issue's status. Unsigned requests get the same response as unknown accounts. */
export async function receiveWebhook(
  { db, queue, vault }: Pick<AppContext, 'db' | 'queue' | 'vault'>,
  { accountUuid, signature, sentBody, issueKey }: Received,
): Promise<void> {
  const scope = accountScope(accountUuid)
  const active = await findActive({ db, vault }, scope, jiraIntegration)
  const secret = active?.settings['webhookSecret']
  if (typeof secret !== 'string' || secret === '' || !isSigned(sentBody, signature, secret))
    throwNotFound('webhook')
  if (issueKey === undefined) return
  const ticket = await findTicketByIssue(db, scope, { tracker: 'jira', key: issueKey })
  if (!ticket) return
  const planned = {
    id: 'jira',
    topic: `ticket ${ticket.uuid}`,
    subject: ticketText('issueStatus', { issue: issueKey }),
  }
  await db.transaction().execute((tx) => queueDelivery({ tx, queue }, scope, planned))
}

function isSigned(body: string, signature: string | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const actual = Buffer.from(signature ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
