import { noCredentials } from '@assay/engine/url-credentials.ts'
import { advisoryRatings, referenceTypes } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints, FilePart, form } from './endpoint.ts'
import { nameOf, optionalNameOf } from './name.ts'
import { messages } from './problem.ts'
import { EpochMs, Uuid, webAddressFormat, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

const advisoryId = 'An id has letters, digits, dots, colons, underscores and hyphens'
const AdvisoryId = z
  .string()
  .trim()
  .min(1, messages.missingParameters)
  .max(100)
  .regex(/^[A-Za-z\d][\w.:-]*$/, advisoryId)

const VersionText = nameOf(200)

const Range = z.object({
  /** The first affected version; '0' is before all. */
  introduced: VersionText.default('0'),
  /** The first version that is not affected; null if there is none. */
  fixed: VersionText.nullable().default(null),
  /** The last affected version, in place of fixed; null if it is not known. */
  lastAffected: VersionText.nullable().default(null),
})

const Affected = z.object({
  /** Its id: 'npm', 'pypi', 'debian'. */
  ecosystem: z.string().trim().min(1, messages.missingParameters).max(50),
  package: nameOf(500, messages.missingParameters),
  /** Of a distribution, as in its advisories: '12' of Debian; '' for all. */
  release: optionalNameOf(100).default(''),
  ranges: z.array(Range).max(100).default([]),
  /** Single versions, in addition to the ranges. */
  versions: z.array(VersionText).max(1000).default([]),
})

const Content = {
  summary: nameOf(300, messages.missingParameters),
  /** Markdown. */
  details: z.string().trim().max(60_000).default(''),
  /** In place of a CVSS vector, which says more. */
  severity: z.enum(advisoryRatings).nullable().default(null),
  /** A CVSS 2.0, 3.x or 4.0 vector. */
  cvss: z.string().trim().min(1).max(500).nullable().default(null),
  /** Of the same vulnerability elsewhere: CVE, GHSA. Findings of a known one are not counted twice. */
  aliases: z.array(AdvisoryId).max(50).default([]),
  cwes: z
    .array(
      z
        .string()
        .trim()
        .regex(/^CWE-\d{1,6}$/),
    )
    .max(50)
    .default([]),
  references: z
    .array(
      z.object({
        type: z.enum(referenceTypes),
        url: z
          .url({ protocol: /^https?$/ })
          .max(2000)
          .refine(noCredentials.check, noCredentials.message)
          .meta(webAddressFormat),
      }),
    )
    .max(100)
    .default([]),
  affected: z.array(Affected).min(1, 'An advisory names at least one package').max(100),
}

const Written = z.object({ id: AdvisoryId, ...Content })

export const OwnAdvisory = named('OwnAdvisory', {
  uuid: Uuid,
  /** Of the findings: its own uuid, or that of the known vulnerability that it names. */
  advisoryUuid: Uuid,
  ...z.object({ id: z.string(), ...Content }).shape,
  summary: z.string(),
  aliases: z.array(z.string()),
  references: z.array(z.object({ type: z.enum(referenceTypes), url: z.string() })),
  affected: z.array(Affected),
  /** As findings have it: from the vector, otherwise in words. */
  rating: WireSeverity,
  /** 0.0 to 10.0; null without a vector. */
  cvssScore: z.number().nullable(),
  /** Counts from 1. */
  version: z.int(),
  createdAt: EpochMs,
  changedAt: EpochMs,
  /** null unless it is withdrawn: then it affects nothing. */
  withdrawnAt: EpochMs.nullable(),
  /** In the last scans of the branches that the caller sees. */
  open: z.object({ findings: z.int(), projects: z.int() }),
})
export type OwnAdvisory = z.infer<typeof OwnAdvisory>

/** https://ossf.github.io/osv-schema/ */
const OsvDocument = z.looseObject({ id: z.string() }).meta({ id: 'OsvDocument' })

const OwnAdvisoryVersion = named('OwnAdvisoryVersion', {
  version: z.int(),
  at: EpochMs,
  /** null if the member was removed. */
  memberUuid: Uuid.nullable(),
  document: OsvDocument,
})

const path = '/api/v1/accounts/{accountUuid}/advisories'
const one = '/api/v1/accounts/{accountUuid}/advisories/{ownAdvisoryUuid}'

export const OwnAdvisoryPreview = named('OwnAdvisoryPreview', {
  components: z.int(),
  branches: z.int(),
  projects: z.int(),
  /** The first 100. */
  items: z.array(
    z.object({
      projectUuid: Uuid,
      project: z.string(),
      branch: z.string(),
      ecosystem: z.string(),
      package: z.string(),
      version: z.string(),
    }),
  ),
})
export type OwnAdvisoryPreview = z.infer<typeof OwnAdvisoryPreview>

/** Advisories that an account writes. They are matched like those of the feeds, in its own scans alone. */
export const ownAdvisories = endpoints({
  list: {
    method: 'GET',
    path,
    permission: 'policies.read',
    summary: 'Advisories that the account has written, by id',
    responses: { 200: z.array(OwnAdvisory) },
  },
  create: {
    method: 'POST',
    path,
    permission: 'configuration.edit',
    summary: 'Write an advisory; branches with a package that it names are rescanned',
    body: Written,
    errors: ['advisoryExists'],
    responses: { 200: OwnAdvisory },
  },
  get: {
    method: 'GET',
    path: one,
    permission: 'policies.read',
    summary: 'Get an advisory of the account',
    responses: { 200: OwnAdvisory },
  },
  update: {
    method: 'POST',
    path: one,
    permission: 'configuration.edit',
    summary: 'Replace the content of an advisory by a new version; branches concerned are rescanned',
    body: z.object(Content),
    responses: { 200: OwnAdvisory },
  },
  setWithdrawn: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/advisories/{ownAdvisoryUuid}/withdrawn',
    permission: 'configuration.edit',
    summary: 'Withdraw an advisory, which then affects nothing, or put it in force again',
    body: z.object({ isWithdrawn: z.boolean() }),
    responses: { 200: OwnAdvisory },
  },
  versions: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/advisories/{ownAdvisoryUuid}/versions',
    permission: 'policies.read',
    summary: 'Every version of an advisory as an OSV document, newest first',
    responses: { 200: z.array(OwnAdvisoryVersion) },
  },
  export: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/advisories/osv',
    permission: 'policies.read',
    summary: 'All advisories of the account as OSV documents',
    responses: { 200: z.array(OsvDocument) },
  },
  import: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/advisories/import',
    permission: 'configuration.edit',
    summary:
      'Import advisories: an OSV document or a list of them, or a CSAF 2.0 or 2.1 document. Those of known ids become new versions',
    body: form({ file: FilePart }),
    errors: ['unreadableDocument'],
    responses: {
      200: z.object({
        /** Ids. */
        created: z.array(z.string()),
        changed: z.array(z.string()),
        unchanged: z.array(z.string()),
        /** What was left out, and why. */
        issues: z.array(z.object({ code: z.string(), message: z.string(), where: z.string() })),
      }),
    },
  },
  preview: {
    method: 'POST',
    path: '/api/v1/accounts/{accountUuid}/advisories/preview',
    permission: 'policies.read',
    summary: 'Which components of the last scans an advisory would match',
    audited: false,
    repeatable: 'It changes nothing.',
    body: z.object({ affected: Content.affected }),
    responses: { 200: OwnAdvisoryPreview },
  },
})
