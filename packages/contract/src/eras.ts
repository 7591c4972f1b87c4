import { z } from 'zod'
import { nameOf } from './name.ts'
import { binary, endpoints, noContent, text } from './endpoint.ts'
import { Day, EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** Optional sections of a generated report, in addition to its summary. */
export const eraSections = ['vulnerabilities', 'fixes', 'licenses'] as const
export type EraSection = (typeof eraSections)[number]

/**
 * Report formats: documents, CycloneDX and SPDX inventories, OpenVEX, and an archive of what the purpose calls for, with
 * the checksums of its files.
 */
export const eraFormats = [
  ...(['pdf', 'html', 'csv', 'xlsx', 'json', 'md'] as const),
  ...(['cdx.json', 'spdx.json', 'openvex.json', 'zip'] as const),
] as const
export type EraFormat = (typeof eraFormats)[number]

/**
 * What a report is for: a period in detail, one page for executives, evidence for auditors, or what customers are given:
 * licenses with their texts, to go with the SBOM and VEX formats.
 */
export const eraPurposes = ['period', 'executive', 'audit', 'customer'] as const
export type EraPurpose = (typeof eraPurposes)[number]

export const eraStates = ['waiting', 'running', 'ready', 'failed'] as const
/** Interval of scheduled reports. */
export const eraIntervals = ['week', 'month'] as const

const distinct = (items: readonly string[]) => new Set(items).size === items.length

const Contents = z.object({
  /** Defaults to the subject of the report. */
  name: nameOf(200).optional(),
  /** At most one subject; defaults to everything the caller can see. */
  teamUuid: Uuid.optional(),
  tag: z.string().trim().min(1).max(200).optional(),
  projectUuid: Uuid.optional(),
  /** A branch of the project; defaults to all. */
  branch: z.string().min(1).max(500).optional(),
  purpose: z.enum(eraPurposes).default('period'),
  /** Of the purpose 'period'. */
  sections: z
    .array(z.enum(eraSections))
    .max(eraSections.length)
    .refine(distinct, 'A section is listed twice')
    .meta({ uniqueItems: true })
    .default([...eraSections]),
  formats: z
    .array(z.enum(eraFormats))
    .min(1)
    .max(eraFormats.length)
    .refine(distinct, 'A format is listed twice')
    .meta({ uniqueItems: true })
    .default(['pdf', 'html', 'csv', 'xlsx', 'json', 'md']),
})

const isOfOne = ({
  teamUuid,
  tag,
  projectUuid,
}: {
  teamUuid?: unknown
  tag?: unknown
  projectUuid?: unknown
}) => [teamUuid, tag, projectUuid].filter((each) => each !== undefined).length <= 1
const ofOne = 'A report covers a team, a tag or a project, not several of them'
const branchHasProject = ({ branch, projectUuid }: { branch?: unknown; projectUuid?: unknown }) =>
  branch === undefined || projectUuid !== undefined
const ofProject = 'A branch requires its project'
/** Both rules in the OpenAPI document. */
const ofSubject = {
  not: {
    anyOf: [
      ['teamUuid', 'tag'],
      ['teamUuid', 'projectUuid'],
      ['tag', 'projectUuid'],
    ].map((required) => ({
      required,
    })),
  },
  dependentRequired: { branch: ['projectUuid'] },
}

export const NewEra = Contents.extend({
  /** First and last day, UTC. Defaults to the month that ends today. */
  startDate: Day.optional(),
  endDate: Day.optional(),
})
  .refine(isOfOne, ofOne)
  .refine(branchHasProject, ofProject)
  .meta(ofSubject)

export const NewEraSchedule = Contents.extend({ every: z.enum(eraIntervals) })
  .refine(isOfOne, ofOne)
  .refine(branchHasProject, ofProject)
  .meta(ofSubject)

/** The subject of a report. */
const About = {
  name: z.string(),
  teamUuid: Uuid.nullable(),
  tag: z.string().nullable(),
  projectUuid: Uuid.nullable(),
  branch: z.string().nullable(),
  purpose: z.enum(eraPurposes),
  sections: z.array(z.enum(eraSections)),
  formats: z.array(z.enum(eraFormats)),
}

export const Era = named('Era', {
  uuid: Uuid,
  ...About,
  startDate: Day,
  endDate: Day,
  state: z.enum(eraStates),
  /** Percent. */
  progress: z.int(),
  /** Why it failed; null if it did not. */
  reason: z.string().nullable(),
  /** Email address of the requester. */
  createdBy: z.string(),
  createdAt: EpochMs,
  finishedAt: EpochMs.nullable(),
  expiresAt: EpochMs,
  /** Whether it was created by a schedule. */
  isScheduled: z.boolean(),
})
export type Era = z.infer<typeof Era>

export const EraSchedule = named('EraSchedule', {
  uuid: Uuid,
  ...About,
  every: z.enum(eraIntervals),
  nextAt: EpochMs,
  createdBy: z.string(),
  /** Why the last run failed; null if it succeeded or none was due. */
  problem: z.string().nullable(),
})
export type EraSchedule = z.infer<typeof EraSchedule>

export const eras = endpoints({
  create: {
    method: 'POST',
    path: '/api/v1/eras',
    permission: 'reports.read',
    summary: 'Start generating a report over a time window. Returns the id used to query its progress',
    body: NewEra,
    errors: ['dateFilterError'],
    responses: { 201: text() },
  },
  list: {
    method: 'GET',
    path: '/api/v1/eras',
    permission: 'reports.read',
    summary: 'Generated reports visible to the caller, newest first',
    responses: { 200: z.array(Era) },
  },
  config: {
    method: 'GET',
    path: '/api/v1/eras/config',
    permission: 'reports.read',
    summary: 'Available report sections and formats, and the retention time',
    responses: {
      200: named('EraConfig', {
        purposes: z.array(z.enum(eraPurposes)),
        sections: z.array(z.enum(eraSections)),
        formats: z.array(z.enum(eraFormats)),
        intervals: z.array(z.enum(eraIntervals)),
        maxWindowDays: z.int(),
        keptDays: z.int(),
        /** Whether the creator of a schedule is notified by email when a report is ready. */
        sendsMail: z.boolean(),
      }),
    },
  },
  schedules: {
    method: 'GET',
    path: '/api/v1/eras/schedules',
    permission: 'reports.read',
    summary: 'Report schedules',
    responses: { 200: z.array(EraSchedule) },
  },
  createSchedule: {
    method: 'POST',
    path: '/api/v1/eras/schedules',
    permission: 'reports.edit',
    summary:
      'Schedule a weekly or monthly report about the previous seven days or month. The caller is notified by email',
    body: NewEraSchedule,
    responses: { 200: EraSchedule },
  },
  removeSchedule: {
    method: 'DELETE',
    path: '/api/v1/eras/schedules/{scheduleUuid}',
    permission: 'reports.edit',
    summary: 'Delete a report schedule; existing reports are kept',
    responses: { 204: noContent },
  },
  progress: {
    method: 'GET',
    path: '/api/v1/eras/{eraUuid}',
    permission: 'reports.read',
    summary: '100 when the report is ready; until then 404 with the percentage as text',
    errors: ['exportFailed'],
    responses: { 200: z.literal(100), 404: text() },
  },
  file: {
    method: 'GET',
    path: '/api/v1/eras/{eraUuid}/report.{format}',
    permission: 'reports.read',
    summary: 'Download a file of a finished report',
    responses: { 200: binary('application/octet-stream') },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/eras/{eraUuid}',
    permission: 'reports.delete',
    summary: 'Delete a report or cancel its generation',
    responses: { 204: noContent },
  },
})
