import { dayMs } from '@assay/engine/time.ts'
import { eraFormats, eraPurposes, eraSections } from '@assay/contract/eras.ts'
import { Language, languages } from '@assay/contract/languages.ts'
import { z } from 'zod'
import type { EraSelection } from './store.ts'
import type { ExportRow } from '#reporting/exports/store.ts'

export const eraKind = 'era'
/** Retention of generated reports in days. */
export const eraDays = 90

/** The stored subject of a report. */
export const EraAbout = z.object({
  name: z.string(),
  teamUuid: z.string().nullable(),
  tag: z.string().nullable(),
  projectUuid: z.string().nullable(),
  branch: z.string().nullable(),
  /** Earlier reports have none. */
  purpose: z.enum(eraPurposes).default('period'),
  sections: z.array(z.enum(eraSections)),
  formats: z.array(z.enum(eraFormats)),
})
export type EraAbout = z.infer<typeof EraAbout>

/** A report as returned by the API. */
export const EraSubject = EraAbout.extend({
  startDate: z.string(),
  endDate: z.string(),
  isScheduled: z.boolean(),
})

export const EraRequest = EraSubject.extend({
  /** Language of the files for people. */
  language: Language.default(languages[0]),
})
export type EraRequest = z.infer<typeof EraRequest>

/** Snapshot at the time of the request: scans recorded during generation are not included. */
export function selectionOf(row: ExportRow): EraSelection {
  const { tag, branch, startDate, endDate } = EraRequest.parse(row.request)
  const end = new Date(`${endDate}T00:00:00.000Z`).getTime() + dayMs
  return {
    tag,
    branch,
    from: new Date(`${startDate}T00:00:00.000Z`),
    before: new Date(Math.min(end, row.created_at.getTime())),
  }
}
