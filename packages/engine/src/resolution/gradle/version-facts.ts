import type { GradleExclusion, GradleKind } from '../../documents/manifests/java/gradle-declarations.ts'

/** What a version, or the project, asks for. */
export interface GradleRequest {
  kind: GradleKind
  /** 'group:name', or the path of a project. */
  name: string
  /** What is wanted: '' if any, '1.2', or a selector. */
  version: string
  /** Others must not raise it. */
  isStrict: boolean
  rejects: readonly string[]
  exclusions: readonly GradleExclusion[]
  isTransitive: boolean
}

/** A classpath: what it takes to run, or to compile. */
export type Classpath = 'runtime' | 'compile'

/** What a version of a module says of itself. */
export interface VersionFacts {
  requests: GradleRequest[]
  /** It only leads to another one. */
  isEmpty: boolean
}

export const request = (
  part: Pick<GradleRequest, 'kind' | 'name' | 'version'> & Partial<GradleRequest>,
): GradleRequest => ({
  isStrict: false,
  rejects: [],
  exclusions: [],
  isTransitive: true,
  ...part,
})
