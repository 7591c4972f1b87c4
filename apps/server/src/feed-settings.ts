import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { resolve } from 'node:path'

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

interface FeedValues {
  ASSAY_ADVISORY_SOURCE: string
  ASSAY_ADVISORY_ECOSYSTEMS: string[]
  ASSAY_KEV_URL: string
  ASSAY_EU_KEV_URL: string
  ASSAY_EPSS_URL: string
  ASSAY_END_OF_LIFE_URL: string
}

export function readFeedSettings(values: FeedValues): FeedSettings {
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
