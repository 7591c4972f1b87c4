import type { ListId } from '@assay/engine/vocabulary.ts'
import type { EuCatalog } from '@assay/engine/advisories/exploit-signals.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { SupportedProduct } from '@assay/engine/stability/eol-dates.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Manifest of a local index; written last, so that an incomplete folder has none. */
export interface Manifest {
  /** Version of the folder layout, not of the index format. */
  formatVersion: number
  /** Source of the advisories: a path or address. */
  source: string
  /** Epoch ms. */
  builtAt: number
  /** By ecosystem id. */
  ecosystems: Record<string, EcosystemEntry>
  /** End-of-life dates; absent in older indexes. */
  supportEnds?: SupportedProduct[]
  /** When the lists were complete in epoch ms; absent in older indexes, and for lists that were not among the files. */
  lists?: Partial<Record<ListId, number>>
}

export interface EcosystemEntry {
  advisories: number
  /** Epoch ms of the latest change; null if unknown. */
  newestAt: number | null
  /** Source of the ecosystem's advisories; absent in older indexes, which have one source. */
  source?: string
  /** When its data was complete in epoch ms, null for only the starter set; absent in older indexes. */
  checkedAt?: number | null
}

export const layoutVersion = 1

const manifestPath = (folder: string) => join(folder, 'manifest.json')
export const indexPath = (folder: string, ecosystem: string): string => join(folder, `${ecosystem}.index`)

/** null if there is no local index, or one of another version. */
export function readManifest(folder: string): Manifest | null {
  try {
    const manifest = JSON.parse(readFileSync(manifestPath(folder), 'utf8')) as Manifest
    return manifest.formatVersion === layoutVersion ? manifest : null
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export const writeManifest = (folder: string, manifest: Manifest): void =>
  writeFileSync(manifestPath(folder), `${JSON.stringify(manifest, null, 2)}\n`)

interface Signals {
  /** CVEs. */
  knownExploited: string[]
  /** Absent in older indexes, and if it was not among the files. */
  euCatalog?: EuCatalog
  /** By CVE, from 0 to 1. */
  probabilities: [cve: string, epss: number][]
}

const signalsPath = (folder: string) => join(folder, 'signals.json')

/** Exploit data by CVE, for exports. Absent in older indexes. */
export function readSignals(folder: string): Signals {
  try {
    return JSON.parse(readFileSync(signalsPath(folder), 'utf8')) as Signals
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { knownExploited: [], probabilities: [] }
    throw error
  }
}

export const writeSignals = (folder: string, signals: Signals): void =>
  writeFileSync(signalsPath(folder), JSON.stringify(signals))

/** The data of an ecosystem. Older indexes are as old as their build. */
export function storedData(
  { ecosystems, source, builtAt }: Manifest,
  id: string,
): Required<EcosystemEntry> | null {
  const entry = ownProperty(ecosystems, id)
  return entry ? { source, checkedAt: builtAt, ...entry } : null
}
