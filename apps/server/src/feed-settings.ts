import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { resolve } from 'node:path'
import { z } from 'zod'
import { ecosystemIds, FeedLocation, splitList } from './setting-values.ts'

export const feedVariables = {
  ASSAY_ADVISORY_SOURCE: FeedLocation.default('https://storage.googleapis.com/osv-vulnerabilities'),
  ASSAY_ADVISORY_ECOSYSTEMS: z
    .string()
    .transform(splitList)
    .refine(
      (list) =>
        (list.length === 1 && ['in-use', 'all'].includes(list[0]!)) ||
        (list.length > 0 && list.every((each) => ecosystemIds.has(each))),
      `must be in-use, all, or some of ${[...ecosystemIds].join(', ')}`,
    )
    .default(['in-use']),
  ASSAY_KEV_URL: FeedLocation.default(
    'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  ),
  ASSAY_EU_KEV_URL: FeedLocation.default(
    'https://raw.githubusercontent.com/enisaeu/CNW/main/eukev/eukev.json',
  ),
  ASSAY_EPSS_URL: FeedLocation.default('https://epss.empiricalsecurity.com/epss_scores-current.csv.gz'),
  ASSAY_END_OF_LIFE_URL: FeedLocation.default('https://endoflife.date/api/v1/products/full'),
}

/** Automatically synced feeds with address or path; undefined if off. */
export interface FeedSettings {
  /** Base address with one archive per ecosystem, as published by the OSV project. */
  advisories: string | undefined
  ecosystems: 'in-use' | 'all' | readonly EcosystemId[]
  /** CISA's catalog of known exploited vulnerabilities. */
  kev: string | undefined
  /** The list of known exploited vulnerabilities of the EU's CSIRTs. */
  euKev: string | undefined
  epss: string | undefined
  endOfLife: string | undefined
}

const Values = z.object(feedVariables)

export function readFeedSettings(values: z.infer<typeof Values>): FeedSettings {
  const [first, ...others] = values.ASSAY_ADVISORY_ECOSYSTEMS
  const isWord = first === 'in-use' || first === 'all'
  return {
    advisories: locationOf(values.ASSAY_ADVISORY_SOURCE),
    ecosystems: isWord ? first : ([first, ...others] as EcosystemId[]),
    kev: locationOf(values.ASSAY_KEV_URL),
    euKev: locationOf(values.ASSAY_EU_KEV_URL),
    epss: locationOf(values.ASSAY_EPSS_URL),
    endOfLife: locationOf(values.ASSAY_END_OF_LIFE_URL),
  }
}

function locationOf(text: string): string | undefined {
  if (text === 'off') return undefined
  return text.includes('://') ? text.replace(/\/+$/, '') : resolve(text)
}
