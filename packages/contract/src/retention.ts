import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

const days = (min: number) => z.int().min(min).max(36_500).nullable().default(null)

/** In days; null keeps everything, of deliveries and inboxes what the product keeps of itself. */
const Days = {
  /** Older scans of a branch are thinned to the last one of each day, week or month: the longest span that applies. */
  scansDaily: days(1),
  scansWeekly: days(1),
  scansMonthly: days(1),
  /** Attempts to scan that led to no scan of their own. */
  builds: days(1),
  /** Uploaded documents, except those of the last scan of a branch and of versions of a project. */
  documents: days(1),
  /** Why an ended finding matched, after its end; the finding itself stays. */
  evidence: days(1),
  /** Findings after their end; numbers, and those that a version of a project lists, stay. */
  findings: days(90),
  audit: days(30),
  /** Sent messages, 30 days unless set, and runs of integrations, 90 days unless set. */
  deliveries: days(1),
  /** 90 days unless set. */
  inbox: days(1),
}

export const RetentionSettings = named('RetentionSettings', Days)
export type RetentionSettings = z.infer<typeof RetentionSettings>

export const retainedKinds = [
  'scans',
  'builds',
  'documents',
  'evidence',
  'findings',
  'audit',
  'deliveries',
  'inbox',
] as const
export type RetainedKind = (typeof retainedKinds)[number]

export const RetentionPreview = named('RetentionPreview', {
  kinds: z.array(z.object({ kind: z.enum(retainedKinds), count: z.int(), bytes: z.int() })),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const LegalHold = named('LegalHold', {
  uuid: Uuid,
  /** null for the whole account. */
  projectUuid: Uuid.nullable(),
  reason: z.string(),
  createdBy: Uuid,
  createdAt: EpochMs,
  /** null while it is in force. */
  releasedAt: EpochMs.nullable(),
})
export type LegalHold = z.infer<typeof LegalHold>

const path = '/api/v1/accounts/{accountUuid}/retention'
const holds = '/api/v1/accounts/{accountUuid}/legal-holds'

/** How long an account keeps what, and what stops every removal. */
export const retention = endpoints({
  get: {
    method: 'GET',
    path,
    permission: 'configuration.read',
    summary: 'How long the account keeps what',
    responses: { 200: RetentionSettings },
  },
  preview: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/retention/preview',
    permission: 'configuration.read',
    summary: 'What settings would remove now, by kind; nothing is removed',
    audited: false,
    repeatable: 'it changes nothing',
    body: RetentionSettings,
    responses: { 200: RetentionPreview },
  },
  save: {
    method: 'POST',
    path,
    permission: 'configuration.edit',
    summary: 'Set how long the account keeps what; a job of the night removes the rest',
    body: RetentionSettings,
    responses: { 200: RetentionSettings },
  },
  holds: {
    method: 'GET',
    path: holds,
    permission: 'configuration.read',
    summary: 'Legal holds, newest first, with released ones',
    responses: { 200: z.array(LegalHold) },
  },
  createHold: {
    method: 'POST',
    path: holds,
    permission: 'configuration.edit',
    summary: 'Hold a project or the whole account: nothing of it is removed, neither by time nor by members',
    body: z.object({
      projectUuid: Uuid.nullable().default(null),
      reason: z.string().trim().min(1, 'The reason is missing').max(2000),
    }),
    responses: { 200: LegalHold },
  },
  releaseHold: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/legal-holds/{holdUuid}/release',
    permission: 'configuration.edit',
    summary: 'Release a legal hold',
    repeatable: 'a released hold stays released',
    responses: { 200: LegalHold },
  },
})
