import type { CaseCause } from '@assay/contract/cases.ts'
import { randomUUID } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import { listExploitSources } from '#knowledge/advisories/exploited-store.ts'
import { readTexts } from '#knowledge/advisories/clusters/read-texts.ts'
import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { listAffected } from './affected-store.ts'
import { deleteDeadlines, saveDeadlines } from './deadline-store.ts'
import { deriveFacts } from './derive-facts.ts'
import { insertEntry } from './entry-store.ts'
import { planDeadlines } from './plan-deadlines.ts'
import { readSettings } from './setting-store.ts'
import { insertCase, type KnownCase, lockCaseOf, updateCase } from './store.ts'

export interface NewlyExploited {
  advisoryUuid: string
  cause: CaseCause
  /** When one became aware: the clocks start. */
  awareAt: Date
  /** null: the product. */
  memberUuid: string | null
  text?: string
}

/**
 * Opens the account's case of a vulnerability, or opens it again. Returns its uuid, or null if it is open already or
 * stays closed: once somebody has decided that it is not affected, another scan does not change that.
 */
export async function openCase(tx: Tx, account: Scope, opening: NewlyExploited): Promise<string | null> {
  const { advisoryUuid, awareAt } = opening
  const known = await lockCaseOf(tx, account, advisoryUuid)
  if (known && !opensAgain(known, opening)) return null
  const facts = await factsOf(tx, account, opening)
  const uuid = known?.uuid ?? randomUUID()
  if (known) {
    const reset = { awareAt, facts, measureAt: null, closedAt: null, closeReason: null }
    await updateCase(tx, account, { uuid, ...reset })
    await deleteDeadlines(tx, account, uuid)
  }
  // Another transaction was first.
  else if (!(await insertCase(tx, account, { uuid, advisoryUuid, awareAt, facts }))) return null
  await start(tx, account, { ...opening, uuid, facts, kind: known ? 'reopened' : 'opened' })
  return uuid
}

const opensAgain = ({ closedAt, closeReason }: KnownCase, { cause }: NewlyExploited): boolean =>
  closedAt !== null && (cause !== 'finding' || closeReason === 'fixed')

async function factsOf(tx: Tx, account: Scope, { advisoryUuid, awareAt }: NewlyExploited) {
  const [affected, texts, sources] = [
    await listAffected(tx, account, { advisoryUuid, since: awareAt }),
    await readTexts(tx, [advisoryUuid]),
    await listExploitSources(tx, { advisoryUuid }),
  ]
  return deriveFacts({
    isListed: sources.includes('cisa'),
    vector: texts.get(advisoryUuid)?.cvss?.vector ?? null,
    tagsOfProjects: affected.map(({ tags }) => tags),
  })
}

interface Started extends NewlyExploited {
  uuid: string
  facts: Awaited<ReturnType<typeof factsOf>>
  kind: 'opened' | 'reopened'
}

async function start(tx: Tx, account: Scope, started: Started): Promise<void> {
  const { uuid, facts, kind, cause, awareAt, memberUuid, text = '', advisoryUuid } = started
  const planned = planDeadlines(await readSettings(tx, account), {
    facts,
    clocks: { aware: awareAt, measure: null },
  })
  await saveDeadlines(tx, account, { caseUuid: uuid, planned })
  await insertEntry(tx, account, { caseUuid: uuid, kind, subject: cause, text, memberUuid })
  const dates = planned.flatMap(({ dueAt }) => dueAt?.getTime() ?? [])
  const dueAt = dates.length === 0 ? null : Math.min(...dates)
  await writeEvents(tx, account.accountUuid, [
    { type: 'case.opened', payload: { caseUuid: uuid, advisoryUuid, dueAt } },
  ])
}
