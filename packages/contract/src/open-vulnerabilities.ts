import { wireSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'
import { ProjectSelection } from './metrics.ts'
import { DisplayId, EpochMs, Flag, listOf, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** An advisory with open findings and their occurrences, as of each branch's last scan. */
export const OpenVulnerability = named('OpenVulnerability', {
  uuid: Uuid,
  displayId: DisplayId,
  cve: z.string().nullable(),
  cves: z.array(z.string()),
  /** All its ids: CVE, GHSA and record ids. */
  aliases: z.array(z.string()),
  /** One line; '' if no record has one. */
  summary: z.string(),
  severity: WireSeverity,
  /** null if no record has a CVSS vector that can be scored. */
  cvss: z.number().nullable(),
  /** 0 to 1: probability of exploitation within 30 days (FIRST EPSS); null if unknown. */
  epss: z.number().nullable(),
  /** On a list of known exploited vulnerabilities (CISA, EU), or an advisory links to that of CISA. */
  isKnownExploited: z.boolean(),
  publishedAt: EpochMs.nullable(),
  /** Introduction of the oldest open finding. */
  firstSeenAt: EpochMs,
  packages: z.array(
    z.object({
      ecosystem: z.string(),
      name: z.string(),
      /** Affected versions in use, most frequent first; at most 20. */
      versions: z.array(z.string()),
      /** Versions named as fixed in advisories; at most 20. */
      fixedVersions: z.array(z.string()),
      /** The ones nearest to an affected version in use, lowest first. Empty if all are older. */
      nearestFixes: z.array(z.string()),
    }),
  ),
  /** An advisory names a fixed version for at least one of the packages. */
  isFixAvailable: z.boolean(),
  projects: z.int(),
  branches: z.int(),
  findings: z.int(),
  /** Projects with a branch in which it is excluded or suppressed by a VEX statement. */
  excludedProjects: z.int(),
})
export type OpenVulnerability = z.infer<typeof OpenVulnerability>

/** priority: known exploited first, then by severity, CVSS and EPSS. Each order lists the most urgent or newest first. */
export const vulnerabilityOrders = ['priority', 'severity', 'epss', 'published'] as const
export type VulnerabilityOrder = (typeof vulnerabilityOrders)[number]

const Severities = listOf(wireSeverities)

const Filter = {
  ...ProjectSelection,
  /** Part of an id (CVE, GHSA, record) or package name, case-insensitive. */
  text: z.string().trim().max(200).default(''),
  /** Comma-separated. */
  severity: Severities.default([]),
  /** An ecosystem id ('maven') or language ('java'). */
  ecosystem: z.string().trim().max(50).default(''),
  /** Only known exploited vulnerabilities. */
  exploited: Flag.default(false),
  /** Whether an advisory names a fixed version. */
  fixable: Flag.optional(),
  sort: z.enum(vulnerabilityOrders).default('priority'),
}

export const openVulnerabilities = endpoints({
  list: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/vulnerabilities',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'All open vulnerabilities of the account, once each, with affected packages and projects',
    query: z.object({
      ...Filter,
      /** Streams everything from the cursor on in one response, regardless of the limit. */
      all: Flag.default(false),
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    responses: {
      200: named('OpenVulnerabilities', {
        vulnerabilities: z.array(OpenVulnerability),
        /** Pass as `cursor` for the next page; null on the last page. */
        nextCursor: z.string().nullable(),
      }),
    },
  },
  count: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/vulnerabilities/count',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'How many open vulnerabilities the list has, and how many findings they are',
    query: z.object(Filter),
    responses: {
      200: named('OpenVulnerabilityCount', { vulnerabilities: z.int(), findings: z.int() }),
    },
  },
  csv: {
    method: 'GET',
    path: '/api/v2/accounts/{accountUuid}/insights/vulnerabilities.csv',
    permission: 'insights.read',
    readsMuch: true,
    summary: 'All open vulnerabilities of the account as CSV with a header row',
    query: z.object(Filter),
    responses: { 200: text('text/csv') },
  },
})
