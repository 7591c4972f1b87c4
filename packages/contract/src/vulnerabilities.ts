import { advisoryCategories, exploitSources } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { ComponentAdvice } from './components.ts'
import { endpoints } from './endpoint.ts'
import { Filters } from './filters.ts'
import { Lifetime } from './findings.ts'
import { DisplayId, EpochMs, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** null if absent or implausible. */
const When = EpochMs.nullable()

const AffectedPackage = z.object({
  ecosystem: z.string(),
  language: z.string(),
  package: z.string(),
  /** The distribution release or repository address; '' if the advisory applies to all. */
  suffix: z.string(),
  /** Records it comes from. */
  recordIds: z.array(z.string()),
  /** introduced '0' is before every version; fixed and limit are the first versions not affected. */
  ranges: z.array(
    z.object({
      introduced: z.string(),
      fixed: z.string().nullable(),
      lastAffected: z.string().nullable(),
      limit: z.string().nullable(),
    }),
  ),
  /** Versions listed individually and not covered by a range. */
  versions: z.array(z.string()),
  /** In the ecosystem's version order. */
  fixedVersions: z.array(z.string()),
  /** Registry page of the fixed version or the package; null if unknown. */
  url: z.string().nullable(),
})

export const Vulnerability = named('Vulnerability', {
  /** Uuid of the merged advisory, whatever id was requested. */
  uuid: Uuid,
  displayId: DisplayId,
  cve: z.string().nullable(),
  cves: z.array(z.string()),
  /** All its ids: CVE, GHSA and record ids. */
  aliases: z.array(z.string()),
  category: z.enum(advisoryCategories),
  severity: WireSeverity,
  /** null if no record has a CVSS vector that can be scored. */
  cvss: z.number().nullable(),
  publishedAt: When,
  /** Last change of any record. */
  modifiedAt: When,
  /** Set if all records are withdrawn: the time of the last withdrawal. */
  withdrawnAt: When,
  /** On a list of known exploited vulnerabilities (CISA, EU), or an advisory links to that of CISA. */
  isKnownExploited: z.boolean(),
  /** Who says so: the lists that have it, or else an advisory. */
  exploitedBy: z.array(z.enum(exploitSources)),
  /** 0 to 1: probability of exploitation within 30 days (FIRST EPSS); null if unknown. */
  epss: z.number().nullable(),
  summary: z.string(),
  /** Markdown from the record. */
  details: z.string(),
  cwes: z.array(z.string()),
  links: z.array(z.object({ type: z.string(), url: z.string() })),
  records: z.array(
    z.object({
      id: z.string(),
      publishedAt: When,
      modifiedAt: When,
      withdrawnAt: When,
      /** The scored CVSS vector; null if there is none. */
      cvss: z.object({ version: z.string(), score: z.number(), vector: z.string() }).nullable(),
    }),
  ),
  affected: z.array(AffectedPackage),
})
export type Vulnerability = z.infer<typeof Vulnerability>

/** One occurrence of the vulnerability in a package of a branch, from introduction to fix. */
export const Occurrence = named('Occurrence', {
  projectUuid: Uuid,
  projectName: z.string(),
  projectUrl: z.string(),
  branch: z.string(),
  ecosystem: z.string(),
  package: z.string(),
  /** Open: the affected versions; ended: the last affected ones. */
  versions: z.array(z.string()),
  fixedVersions: z.array(z.string()),
  lifetime: Lifetime,
})
export type Occurrence = z.infer<typeof Occurrence>

/** Branches where it is present but excluded or suppressed by a statement. */
export const ExcludedPlace = Occurrence.omit({ lifetime: true })
  .extend({ reason: z.string(), description: z.string() })
  .meta({ id: 'ExcludedPlace' })
export type ExcludedPlace = z.infer<typeof ExcludedPlace>

export const occurrenceStates = ['open', 'ended'] as const
export type OccurrenceState = (typeof occurrenceStates)[number]

/** A language or record source. 'cpe' is accepted but empty: advisories name packages, not platforms. */
export const vulnerabilities = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/vulns/{database}',
    permission: 'member',
    readsMuch: true,
    summary:
      'Advisories of a database, newest first: a language, all, nvd, nvd-me and nvd-raw (with a CVE), gha (with a GHSA id), cwe (with a weakness); cpe is always empty, because advisories name packages, not CPEs',
    query: z.object({
      severity: WireSeverity.optional(),
      cve: z.string().trim().max(100).optional(),
      /** A weakness: 'CWE-79'. */
      cwe: z
        .string()
        .trim()
        .regex(/^CWE-\d{1,6}$/i)
        .optional(),
      /** Name of an affected package. */
      name: z.string().trim().min(1).max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      filters: Filters,
    }),
    responses: { 200: z.array(ComponentAdvice) },
  },
  find: {
    method: 'GET',
    path: '/api/v1/vulns/{database}/{id}',
    permission: 'member',
    summary:
      'Get an advisory of a database by its uuid, CVE, GHSA or any other id; in cwe also the newest one with a weakness, by its CWE id',
    responses: { 200: ComponentAdvice },
  },
  get: {
    method: 'GET',
    path: '/api/v1/vulnerabilities/{id}',
    permission: 'reports.read',
    summary: 'Get a vulnerability by its uuid, CVE, GHSA or any other id',
    responses: { 200: Vulnerability },
  },
  occurrences: {
    method: 'GET',
    path: '/api/v1/vulnerabilities/{id}/occurrences',
    permission: 'reports.read',
    summary: 'Occurrences in the account: open ones by project, then fixed ones, newest first',
    query: z.object({
      state: z.enum(occurrenceStates).optional(),
      limit: z.coerce.number().int().min(1).max(5000).default(500),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    responses: {
      200: z.object({
        openCount: z.int(),
        endedCount: z.int(),
        /** Number of distinct projects with open occurrences. */
        openProjects: z.int(),
        items: z.array(Occurrence),
        /** As of each branch's last scan; at most 500. */
        excluded: z.array(ExcludedPlace),
      }),
    },
  },
})
