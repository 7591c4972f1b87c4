import type { ComponentOrigin, ComponentScope, Issue, Requirement } from '../../inventory.ts'

/** What the manifest of a project comes to: the packages that its package manager would choose. */
export interface Resolution {
  /** Path of the manifest. */
  manifest: string
  /** Who chose the versions: this program by the facts of a registry, or a package manager. */
  by: 'registry' | 'tool'
  /** The manifest's format: 'pom.xml'. */
  format: string
  /** Package URL type, and the separator of namespace and name. */
  purlType: string
  separator?: ':' | '/'
  root: { name: string; version: string } | null
  packages: ResolvedPackage[]
  issues: Pick<Issue, 'code' | 'message' | 'where' | 'gap'>[]
}

/** Why a package has no version, or why what it requires is not known. */
export type PackageGap = 'no-version' | 'absent' | 'unreachable'

export interface ResolvedPackage {
  name: string
  /** '' if none was found; gap says why. */
  version: string
  scope: ComponentScope
  isDirect: boolean
  isOptional?: true
  /** Why there is no version, as the continuation of a sentence. */
  gap?: string
  /** If it is not from the registry. */
  origin?: ComponentOrigin
  /** Indexes of the packages that require it. */
  requiredBy: number[]
  /** Who asks for it and how, where that decides what can replace it; by is an index. */
  asks: Omit<Requirement, 'file'>[]
  /** Where the manifest or one that it is made from does so: 'pom.xml:12'. */
  where: string
}
