import type { EraSchedule, NewEraSchedule } from '@assay/contract/eras.ts'
import type { Language } from '@assay/contract/languages.ts'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Changed } from '#auth/router/change.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { EraAbout } from './era-request.ts'
import { nextDue } from './period-of.ts'
import { resolveAbout } from './resolve-about.ts'
import { deleteSchedule, insertSchedule, type Interval, type ScheduleRow } from './schedule-store.ts'

export async function addSchedule(
  tx: Tx,
  { scope, memberUuid, email }: Caller,
  { every, ...subject }: z.output<typeof NewEraSchedule> & { language: Language },
): Promise<Changed<EraSchedule>> {
  const { about, visibility } = await resolveAbout(tx, scope, subject)
  const row = await insertSchedule(tx, scope, {
    ...visibility,
    uuid: randomUUID(),
    memberUuid,
    createdBy: email,
    every,
    request: about,
    formats: about.formats,
    nextAt: nextDue(every, new Date()),
  })
  await checkLimit(tx, scope, 'reportSchedules')
  const schedule = wireSchedule(row)
  return { result: schedule, target: { scheduleUuid: row.uuid }, after: { ...about, every } }
}

/** The created schedule. Throws 404 if there is none in scope. */
export async function removeSchedule(tx: Tx, scope: Scope, uuid: string): Promise<object> {
  const row = (await deleteSchedule(tx, scope, uuid)) ?? throwNotFound('schedule')
  return { ...EraAbout.parse(row.request), every: row.every }
}

export const wireSchedule = (row: ScheduleRow): EraSchedule => ({
  uuid: row.uuid,
  ...EraAbout.parse(row.request),
  every: row.every as Interval,
  nextAt: row.next_at.getTime(),
  createdBy: row.created_by,
  problem: row.problem,
})
