import { ruleEffects, ruleModes, ruleSubjects } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { endpoints, text } from './endpoint.ts'
import { ProjectSelection } from './metrics.ts'
import { DisplayId, EpochMs, Uuid, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** A finding, component or scan that a rule hit in the last scan of a branch. */
export const ListedRuleHit = named('ListedRuleHit', {
  kind: z.enum(ruleSubjects),
  /** 'CVE-2021-44228 in log4j-core 2.14.1', 'lodash 4.17.20', or of a scan what was hit. */
  label: z.string(),
  /** Words without a known value, if that left the rule undecided. */
  unknown: z.array(z.string()),
  /** As the scan was evaluated with. */
  effect: z.enum(ruleEffects),
  mode: z.enum(ruleModes),
  projectUuid: Uuid,
  projectName: z.string(),
  projectUrl: z.string(),
  branch: z.string(),
  reportUuid: Uuid,
  scannedAt: EpochMs,
  /** Of a hit finding that is open; null for others. */
  finding: z
    .object({
      advisoryUuid: Uuid,
      /** CVE, otherwise the advisory's uuid. */
      id: z.string(),
      displayId: DisplayId,
      severity: WireSeverity,
      ecosystem: z.string(),
      package: z.string(),
      fixedVersions: z.array(z.string()),
      /** The later of introduction and publication. */
      since: EpochMs,
    })
    .nullable(),
})
export type ListedRuleHit = z.infer<typeof ListedRuleHit>

const Filter = {
  ...ProjectSelection,
  /** Part of the label, case-insensitive. */
  text: z.string().trim().max(200).default(''),
}

const path = '/api/v1/accounts/{accountUuid}/policies/rules/{policyRuleUuid}/hits'

export const ruleHits = endpoints({
  list: {
    method: 'GET',
    path,
    permission: 'policies.read',
    summary: 'What a policy rule hits in the last scans of the branches in scope, by project and branch',
    query: z.object({
      ...Filter,
      cursor: z.string().max(4000).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    responses: {
      200: named('RuleHits', {
        hits: z.array(ListedRuleHit),
        /** Hits that match the filters, and their branches. */
        total: z.int(),
        branches: z.int(),
        /** Hits beyond the first 1,000 of a branch, which are counted in the report but not listed. */
        unlisted: z.int(),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  csv: {
    method: 'GET',
    path: `${path}.csv`,
    permission: 'policies.read',
    readsMuch: true,
    summary: 'What a policy rule hits in the last scans, as CSV with a header row',
    query: z.object(Filter),
    responses: { 200: text('text/csv') },
  },
})
