import type { EcosystemId } from '../ecosystems/ecosystem.ts'

/** A release of a package, as reported by its registry. */
export interface Release {
  /** In the ecosystem's spelling, like component versions. */
  version: string
  /** Epoch ms; null if unknown. */
  publishedAt: number | null
  /** Withdrawn by its publisher: yanked, retracted, unlisted, retired. Never recommended. */
  isYanked?: true
  /** The registry's deprecation message; '' if it gives none. */
  deprecated?: string
  /** As declared by the registry: SPDX ids, expressions or other texts. Absent if unknown. */
  licenses?: string[]
  /** From the registry or the package's own files. */
  copyright?: string
  /** The range of versions of the language's runtime that it is for, in the ecosystem's notation. Absent if unknown. */
  runtime?: string
  /** The project's runtime is none that it is for. Only within a scan; never stored. */
  isUnsupported?: true
  /** The ranges of what it requires, by normalized name, in the ecosystem's notation. Absent if unknown. */
  requires?: Record<string, string>
}

/** Known releases of one package. */
export interface PackageReleases {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem. */
  name: string
  /** 'deps.dev', or the host of the registry. */
  source: string
  /** When the source was last queried; epoch ms. */
  checkedAt: number
  /** Deprecation message of the whole package. */
  deprecated?: string
  /** The package's web page. */
  pageUrl?: string
  /** In any order. */
  releases: Release[]
}

/** null: the package's releases are unknown. The name is normalized. */
export type ReleasesOf = (ecosystem: EcosystemId, name: string) => PackageReleases | null
