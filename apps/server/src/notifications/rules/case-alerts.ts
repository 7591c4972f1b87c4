import { displayId } from '@assay/engine/advisories/public-id.ts'
import { phrase } from '#notifications/messages/phrases.ts'
import type { Database } from '#platform/database/database.ts'
import { noDetails, type Reader, toOne } from './alert-reader.ts'
import { nameAdvisory } from './facts-store.ts'

const idOf = async (db: Database, advisoryUuid: string): Promise<string> =>
  displayId({ cve: null, publicId: null, ...(await nameAdvisory(db, advisoryUuid)), advisoryUuid })

/** Cases are about the account, so rules of teams and projects leave them out. */
export const caseOpened: Reader<'case.opened'> = async ({ db }, { accountUuid, payload, at }) => {
  const { caseUuid, advisoryUuid, dueAt } = payload
  return toOne(accountUuid, {
    ...noDetails,
    kinds: ['knownExploited'],
    title: phrase('caseOpened', { id: await idOf(db, advisoryUuid), dueAt }),
    groupKey: `case ${caseUuid}`,
    path: `/cases/${caseUuid}`,
    at,
  })
}

type Deadlines = 'case.overdue' | 'case.due-soon'

/** Also for the owner, if there is one. */
const ofDeadline =
  (name: 'caseOverdue' | 'caseDueSoon'): Reader<Deadlines> =>
  async ({ db }, { accountUuid, payload, at }) => {
    const { caseUuid, advisoryUuid, regime, step, dueAt, ownerUuid } = payload
    const deadline = `${regime}/${step}`
    return toOne(accountUuid, {
      ...noDetails,
      kinds: ['targetOverdue'],
      memberUuid: ownerUuid,
      title: phrase(name, { id: await idOf(db, advisoryUuid), deadline, dueAt }),
      groupKey: `case ${caseUuid} ${deadline}`,
      path: `/cases/${caseUuid}`,
      at,
    })
  }

export const caseOverdue = ofDeadline('caseOverdue')
export const caseDueSoon = ofDeadline('caseDueSoon')
