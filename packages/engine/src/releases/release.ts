import type { EcosystemId } from '../ecosystems/ecosystem.ts'

/** One release of a package, as its registry tells of it. */
export interface Release {
  /** In the ecosystem's own spelling, as versions of components are. */
  version: string
  /** Epoch ms; null when the source does not tell. */
  publishedAt: number | null
  /** Taken back by its publisher: yanked, retracted, unlisted, retired. Never recommended. */
  isYanked?: true
  /** The registry's own sentence against its use; '' when it gives none. */
  deprecated?: string
  /** As the registry declares them: SPDX ids, expressions or other texts. Absent: not known. */
  licenses?: string[]
  /** As the registry or the package's own files give it. */
  copyright?: string
}

/** What is known of the releases of one package. */
export interface PackageReleases {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem. */
  name: string
  /** 'deps.dev', or the host of the registry that told. */
  source: string
  /** When the source was last asked; epoch ms. */
  checkedAt: number
  /** Against the use of the whole package. */
  deprecated?: string
  /** The package's page for people. */
  pageUrl?: string
  /** In any order. */
  releases: Release[]
}

/** null: releases of the package are not known. The name is normalized. */
export type ReleasesOf = (ecosystem: EcosystemId, name: string) => PackageReleases | null
