import { advisoryCategories } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { ComponentAdvice } from './components.ts'
import { endpoints } from './endpoint.ts'
import { Lifetime } from './scans.ts'
import { EpochMs, Uuid, WireSeverity } from './vocabulary.ts'

/** null: the record does not say, or says something impossible. */
const When = EpochMs.nullable()

const AffectedPackage = z.object({
  ecosystem: z.string(),
  language: z.string(),
  package: z.string(),
  /** The distribution's release, the repository's address; '' when the advisory is for all. */
  suffix: z.string(),
  /** Records that speak of it. */
  recordIds: z.array(z.string()),
  /** introduced '0' is before everything; fixed and limit are the first versions that are not affected any more. */
  ranges: z.array(
    z.object({
      introduced: z.string(),
      fixed: z.string().nullable(),
      lastAffected: z.string().nullable(),
      limit: z.string().nullable(),
    }),
  ),
  /** Listed one by one, and held by no range. */
  versions: z.array(z.string()),
  /** In the ecosystem's order. */
  fixedVersions: z.array(z.string()),
  /** The package's page at its fixed version, or any; null when the ecosystem has none. */
  url: z.string().nullable(),
})

export const Vulnerability = z
  .object({
    /** Of the cluster that stays, whatever id was asked for. */
    uuid: Uuid,
    cve: z.string().nullable(),
    /** Every name it goes by: CVE, GHSA and record ids. */
    aliases: z.array(z.string()),
    category: z.enum(advisoryCategories),
    severity: WireSeverity,
    /** null when no record has a vector that scores. */
    cvss: z.number().nullable(),
    publishedAt: When,
    /** The newest change of a record. */
    modifiedAt: When,
    /** Set when all records are withdrawn: when the last one was. */
    withdrawnAt: When,
    /** A record refers to CISA's catalog of known exploited vulnerabilities. */
    isKnownExploited: z.boolean(),
    /** 0 to 1: how likely an attack is within 30 days, by FIRST's EPSS; null when no list says. */
    epss: z.number().nullable(),
    summary: z.string(),
    /** Markdown, as the record has it. */
    details: z.string(),
    cwes: z.array(z.string()),
    links: z.array(z.object({ type: z.string(), url: z.string() })),
    records: z.array(
      z.object({
        id: z.string(),
        publishedAt: When,
        modifiedAt: When,
        withdrawnAt: When,
        /** Its CVSS vector, scored; null when it has none that scores. */
        cvss: z.object({ version: z.string(), score: z.number(), vector: z.string() }).nullable(),
      }),
    ),
    affected: z.array(AffectedPackage),
  })
  .meta({ id: 'Vulnerability' })
export type Vulnerability = z.infer<typeof Vulnerability>

/** One lifetime of the vulnerability, in a package of a branch. */
export const Occurrence = z
  .object({
    projectUuid: Uuid,
    projectName: z.string(),
    projectUrl: z.string(),
    branch: z.string(),
    ecosystem: z.string(),
    package: z.string(),
    /** Open: the affected ones now; ended: the last ones. */
    versions: z.array(z.string()),
    fixedVersions: z.array(z.string()),
    lifetime: Lifetime,
  })
  .meta({ id: 'Occurrence' })
export type Occurrence = z.infer<typeof Occurrence>

/** Where it is and does not count: an exclusion or a statement of the inventory says so. */
export const ExcludedPlace = Occurrence.omit({ lifetime: true })
  .extend({ reason: z.string(), description: z.string() })
  .meta({ id: 'ExcludedPlace' })
export type ExcludedPlace = z.infer<typeof ExcludedPlace>

export const occurrenceStates = ['open', 'ended'] as const
export type OccurrenceState = (typeof occurrenceStates)[number]

/** A language, or what its records come from; 'cwe' and 'cpe' are taken and hold nothing. */
export const vulnerabilities = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/vulns/{database}',
    permission: 'member',
    summary:
      'Advisories of a database, newest first: a language, all, nvd, nvd-me and nvd-raw (those with a CVE), gha (those with a GHSA id), cwe or cpe (none)',
    query: z.object({
      severity: WireSeverity.optional(),
      cve: z.string().trim().max(100).optional(),
      /** Of an affected package. */
      name: z.string().trim().min(1).max(500).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    responses: { 200: z.array(ComponentAdvice) },
  },
  find: {
    method: 'GET',
    path: '/api/v1/vulns/{database}/{id}',
    permission: 'member',
    summary: 'An advisory of a database by its uuid, CVE, GHSA or any other id',
    responses: { 200: ComponentAdvice },
  },
  get: {
    method: 'GET',
    path: '/api/v1/vulnerabilities/{id}',
    permission: 'reports.read',
    summary: 'A vulnerability by its uuid, CVE, GHSA or any other id',
    responses: { 200: Vulnerability },
  },
  occurrences: {
    method: 'GET',
    path: '/api/v1/vulnerabilities/{id}/occurrences',
    permission: 'reports.read',
    summary:
      'Where it is and was in the account: open lifetimes first, by project, then ended ones, newest first',
    query: z.object({
      state: z.enum(occurrenceStates).optional(),
      limit: z.coerce.number().int().min(1).max(5000).default(500),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    responses: {
      200: z.object({
        openCount: z.int(),
        endedCount: z.int(),
        /** Distinct projects among those where it is now. */
        openProjects: z.int(),
        items: z.array(Occurrence),
        /** As of the last scan of each branch; at most 500. */
        excluded: z.array(ExcludedPlace),
      }),
    },
  },
})
