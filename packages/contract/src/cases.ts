import { clockStarts, exploitSources, exposureFacts, ownRegime, regimes } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { MaybePerson } from './decisions.ts'
import { endpoints } from './endpoint.ts'
import { nameOf } from './name.ts'
import { DisplayId, Day, EpochMs, someOf, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

export const caseStates = ['open', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

/** Why a case was closed. Only a fixed one opens again when the vulnerability is found again. */
export const caseCloseReasons = ['fixed', 'not-affected', 'not-reportable', 'mistake'] as const
export type CaseCloseReason = (typeof caseCloseReasons)[number]

/** What opened a case: a catalog listed the vulnerability, a scan found one that is listed, or a member's word. */
export const caseCauses = ['catalog', 'finding', 'member'] as const
export type CaseCause = (typeof caseCauses)[number]

/** What members write for the notifications. */
export const caseNotes = [
  'product',
  'memberStates',
  'exploit',
  'measures',
  'userMeasures',
  'sensitivity',
  'impact',
  'actor',
  'update',
] as const
export type CaseNote = (typeof caseNotes)[number]

/** Where a fact comes from. Assumed: nothing says so, and the stricter answer counts. */
export const factSources = ['member', 'catalog', 'cvss', 'tag', 'assumed'] as const
const Fact = z.object({ value: z.boolean(), source: z.enum(factSources) })
export type CaseFact = z.infer<typeof Fact>
const Facts = z.record(z.enum(exposureFacts), Fact)
export type CaseFacts = z.infer<typeof Facts>

export const caseEntryKinds = [
  'opened',
  'reopened',
  'closed',
  'owner',
  'measure',
  'facts',
  'notes',
  'done',
  'undone',
  'comment',
] as const

export const deadlineRegimes = [...regimes, ownRegime] as const
export type DeadlineRegime = (typeof deadlineRegimes)[number]

const Clock = {
  starts: z.enum(clockStarts),
  /** Calendar hours after the start; null without a date, such as with the next upgrade. */
  hours: z.int().nullable(),
}

export const CaseDeadline = named('CaseDeadline', {
  regime: z.enum(deadlineRegimes),
  /** 'early-warning'; the name of an account's own. */
  step: z.string(),
  ...Clock,
  /** null without a date, or before its clock started. */
  dueAt: EpochMs.nullable(),
  isOverdue: z.boolean(),
  doneAt: EpochMs.nullable(),
  doneBy: MaybePerson,
})
export type CaseDeadline = z.infer<typeof CaseDeadline>

const Summary = {
  uuid: Uuid,
  advisoryUuid: Uuid,
  displayId: DisplayId,
  cve: z.string().nullable(),
  severity: WireSeverity,
  state: z.enum(caseStates),
  owner: MaybePerson,
  /** When the clocks started. */
  awareAt: EpochMs,
  /** When a corrective or mitigating measure was available. */
  measureAt: EpochMs.nullable(),
  closedAt: EpochMs.nullable(),
  closeReason: z.enum(caseCloseReasons).nullable(),
  /** Visible ones that have it now. */
  projects: z.int(),
  deadlines: z.array(CaseDeadline),
}

export const CaseSummary = named('CaseSummary', Summary)
export type CaseSummary = z.infer<typeof CaseSummary>

/** A default branch, or a supported version, with an affected package. */
const Affected = z.object({
  projectUuid: Uuid,
  projectName: z.string(),
  projectUrl: z.string(),
  groups: z.array(z.string()),
  branch: z.string(),
  /** null for the branch itself. */
  version: z.string().nullable(),
  supportedUntil: Day.nullable(),
  ecosystem: z.string(),
  package: z.string(),
  versions: z.array(z.string()),
  fixedVersions: z.array(z.string()),
  /** When a scan found it fixed, removed or excluded; null as long as it is there. */
  endedAt: EpochMs.nullable(),
  /** 'lodash 4.17.21', 'removed'. */
  fixedBy: z.string().nullable(),
})
export type CaseAffected = z.infer<typeof Affected>

const Entry = z.object({
  at: EpochMs,
  kind: z.enum(caseEntryKinds),
  /** null for the product itself. */
  member: MaybePerson,
  /** The deadline, the reason of closing, the cause, the owner's name, a time, or the notes that changed. */
  subject: z.string().nullable(),
  text: z.string(),
})
export type CaseEntry = z.infer<typeof Entry>

/** Text of a notification in the language of the caller, as its regulation asks. Nothing is sent. */
const Draft = z.object({
  regime: z.enum(deadlineRegimes),
  step: z.string(),
  title: z.string(),
  fields: z.array(
    z.object({
      label: z.string(),
      /** null: to be written, by the note if it has one. */
      value: z.string().nullable(),
      note: z.enum(caseNotes).nullable(),
    }),
  ),
})
export type CaseDraft = z.infer<typeof Draft>

export const Case = named('Case', {
  ...Summary,
  summary: z.string(),
  /** Who lists it as known exploited now, or else an advisory that says so; empty by a member's word alone. */
  exploitedBy: z.array(z.enum(exploitSources)),
  facts: Facts,
  notes: z.partialRecord(z.enum(caseNotes), z.string()),
  /** At most 1,000, those that have it first. */
  affected: z.array(Affected),
  /** Oldest first; the last 1,000. */
  entries: z.array(Entry),
  drafts: z.array(Draft),
})
export type Case = z.infer<typeof Case>

const OwnDeadline = z.object({
  name: nameOf(200),
  starts: z.enum(clockStarts),
  hours: z.int().min(1).max(87_600),
})

export const CaseSettings = named('CaseSettings', {
  /** Whose deadlines new cases get. */
  regimes: z
    .array(z.enum(regimes))
    .max(regimes.length)
    .refine((list) => new Set(list).size === list.length, 'A regime is listed twice')
    .meta({ uniqueItems: true }),
  own: z
    .array(OwnDeadline)
    .max(20)
    .refine(
      (list) => new Set(list.map(({ name }) => name)).size === list.length,
      'Two deadlines have the same name',
    ),
})
export type CaseSettings = z.infer<typeof CaseSettings>

const Text = z.string().trim().max(4000)
const settings = '/api/v1/accounts/{accountUuid}/case-settings'
const one = '/api/v1/cases/{caseUuid}'

/** Cases of vulnerabilities that are known exploited: one for each vulnerability and account. */
export const cases = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/cases',
    permission: 'reports.read',
    summary: 'Cases of vulnerabilities that became known exploited, newest first',
    query: z.object({
      state: z.enum(caseStates).default('open'),
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    responses: {
      200: named('Cases', { cases: z.array(CaseSummary), nextCursor: z.string().nullable() }),
    },
  },
  get: {
    method: 'GET',
    path: one,
    permission: 'reports.read',
    summary: 'A case with what is affected, its time line and the texts of its notifications',
    responses: { 200: Case },
  },
  create: {
    method: 'POST',
    path: '/api/v1/cases',
    permission: 'reports.edit',
    summary: 'Open the case of a vulnerability that a member knows to be exploited, or open it again',
    body: z.object({
      /** A CVE, or the uuid of an advisory. */
      vulnerability: z.string().trim().min(1).max(200),
      /** How it is known. */
      text: Text.min(1),
    }),
    errors: ['caseExists', 'notFound'],
    responses: { 200: Case },
  },
  update: {
    method: 'PATCH',
    path: one,
    permission: 'reports.edit',
    summary: 'Change owner, availability of a measure, facts or notes; omitted fields keep their value',
    body: someOf(
      z
        .object({
          ownerUuid: Uuid.nullable(),
          measureAt: EpochMs.nullable(),
          facts: z.partialRecord(z.enum(exposureFacts), z.boolean()),
          notes: z.partialRecord(z.enum(caseNotes), Text),
        })
        .partial(),
    ),
    errors: ['caseOfOthers'],
    responses: { 200: Case },
  },
  settle: {
    method: 'POST',
    path: `${one}/deadlines`,
    permission: 'reports.edit',
    repeatable: 'a deadline that is done already stays so',
    summary:
      'Record that a deadline was met, such as by a notification that a person has sent, or take that back',
    body: z.object({
      regime: z.enum(deadlineRegimes),
      step: z.string().min(1).max(200),
      isDone: z.boolean().default(true),
      text: Text.default(''),
    }),
    errors: ['caseOfOthers'],
    responses: { 200: Case },
  },
  comment: {
    method: 'POST',
    path: `${one}/entries`,
    permission: 'reports.edit',
    summary: 'Add what was decided to the time line of a case, which keeps it',
    body: z.object({ text: Text.min(1) }),
    responses: { 200: Case },
  },
  close: {
    method: 'POST',
    path: `${one}/close`,
    permission: 'reports.edit',
    repeatable: 'a closed case stays closed',
    summary: 'Close a case with a reason',
    body: z.object({ reason: z.enum(caseCloseReasons), text: Text.min(1) }),
    errors: ['caseOfOthers'],
    responses: { 200: Case },
  },
  settings: {
    method: 'GET',
    path: settings,
    permission: 'account.read',
    summary: 'Which regimes and own deadlines cases get',
    responses: { 200: CaseSettings },
  },
  configure: {
    method: 'PUT',
    path: settings,
    permission: 'configuration.edit',
    summary: 'Set the regimes and own deadlines that cases get from now on',
    body: CaseSettings,
    responses: { 200: CaseSettings },
  },
})
