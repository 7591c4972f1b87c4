import type { SupportedProduct } from '@assay/engine/stability/support-ends.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a local index holds; written last, so that a folder without it is none. */
export interface Manifest {
  /** Of the folder's layout, not of the indexes in it. */
  formatVersion: number
  /** Where the advisories came from: a path or an address. */
  source: string
  /** Epoch ms. */
  builtAt: number
  /** By ecosystem id. */
  ecosystems: Record<string, EcosystemEntry>
  /** How long products are supported; absent in an index of before it was kept. */
  supportEnds?: SupportedProduct[]
}

export interface EcosystemEntry {
  advisories: number
  /** Epoch ms of the latest change of any of them; null when no record tells. */
  newestAt: number | null
}

export const layoutVersion = 1

const manifestPath = (folder: string) => join(folder, 'manifest.json')
export const indexPath = (folder: string, ecosystem: string): string => join(folder, `${ecosystem}.index`)

/** null: there is no local index, or one of another version of this program. */
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
  /** By CVE, from 0 to 1. */
  probabilities: [cve: string, epss: number][]
}

const signalsPath = (folder: string) => join(folder, 'signals.json')

/** What lists say of CVEs, for those who take the index along. An index of before it was kept has none. */
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
