import { wireSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'
import { ProjectSelection } from './metrics.ts'
import { EpochMs, Flag, Uuid, WireSeverity } from './vocabulary.ts'

/** One advisory with open findings, and where these are, as of the last scan of each branch. */
export const OpenVulnerability = z
  .object({
    uuid: Uuid,
    cve: z.string().nullable(),
    /** Every name it goes by: CVE, GHSA and record ids. */
    aliases: z.array(z.string()),
    /** One line; '' when no record has one. */
    summary: z.string(),
    severity: WireSeverity,
    /** null when no record has a vector that scores. */
    cvss: z.number().nullable(),
    /** 0 to 1: how likely an attack is within 30 days, by FIRST's EPSS; null when no list says. */
    epss: z.number().nullable(),
    /** CISA's catalog of known exploited vulnerabilities lists it. */
    isKnownExploited: z.boolean(),
    publishedAt: EpochMs.nullable(),
    /** Introduction of the oldest finding that is open. */
    firstSeenAt: EpochMs,
    packages: z.array(
      z.object({
        ecosystem: z.string(),
        name: z.string(),
        /** Affected versions in use, the most frequent first; at most 20. */
        versions: z.array(z.string()),
        /** Versions that advisories name as fixed; at most 20. */
        fixedVersions: z.array(z.string()),
      }),
    ),
    /** An advisory names a fixed version for at least one of the packages. */
    isFixAvailable: z.boolean(),
    projects: z.int(),
    branches: z.int(),
    findings: z.int(),
    /** Projects with a branch in which it does not count: an exclusion or a VEX statement says so. */
    excludedProjects: z.int(),
  })
  .meta({ id: 'OpenVulnerability' })
export type OpenVulnerability = z.infer<typeof OpenVulnerability>

/** priority: known exploited first, then by severity, CVSS and EPSS. Each lists the most urgent, or the newest, first. */
export const vulnerabilityOrders = ['priority', 'severity', 'epss', 'published'] as const
export type VulnerabilityOrder = (typeof vulnerabilityOrders)[number]

const Severities = z
  .string()
  .max(100)
  .transform((list) => list.split(',').filter((part) => part !== ''))
  .pipe(z.array(z.enum(wireSeverities)))

const Filter = {
  ...ProjectSelection,
  /** Part of an id (CVE, GHSA, record), or of a package's name, in any case. */
  text: z.string().trim().max(200).default(''),
  /** Comma-separated. */
  severity: Severities.default([]),
  /** Its id ('maven') or a language of it ('java'). */
  ecosystem: z.string().trim().max(50).default(''),
  /** Those alone that are known to be exploited. */
  exploited: Flag.default(false),
  /** true: an advisory names a fixed version; false: none does. */
  fixable: Flag.optional(),
  sort: z.enum(vulnerabilityOrders).default('priority'),
}

export const openVulnerabilities = endpoints({
  list: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/vulnerabilities',
    permission: 'insights.read',
    summary: 'Every vulnerability that is open in the account, once, with the packages and projects it is in',
    query: z.object({
      ...Filter,
      /** Everything from the cursor on in one streamed response, whatever the limit. */
      all: Flag.default(false),
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    responses: {
      200: z
        .object({
          vulnerabilities: z.array(OpenVulnerability),
          /** Pass it as `cursor` for the next page; null at the end. */
          nextCursor: z.string().nullable(),
        })
        .meta({ id: 'OpenVulnerabilities' }),
    },
  },
  csv: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/vulnerabilities.csv',
    permission: 'insights.read',
    summary: 'Every vulnerability that is open in the account as CSV with a header row',
    query: z.object(Filter),
    responses: { 200: text('text/csv') },
  },
})
