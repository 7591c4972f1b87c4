import type { AttachedProblem, AttachedSummary } from '../../inventory.ts'

/** A layer of an image, in the order in which they are applied. */
export interface ImageLayer {
  /** Of the unpacked layer: 'sha256:…'. */
  diffId: string
  /** What made it, as in the image's history; '' if it does not say. */
  instruction: string
  /** Whether it is of the base image; null if unknown. */
  isBase: boolean | null
  /** As stored, in bytes; absent if unknown. */
  size?: number
}

/** What is known of an image besides its files. */
export interface ImageFacts {
  /** Its name and tag, as far as the archive says. */
  name: string
  /** Of its manifest; '' if it has none. */
  digest: string
  /** 'linux/amd64'; '' if unknown. */
  platform: string
  layers: ImageLayer[]
  /** Reference and digest of the base image: as the image's labels name it, or guessed by its layers. null if unknown. */
  base: { name: string; digest: string; isGuessed?: true } | null
  /** SBOMs that are attached to it; absent if none were looked for. */
  attached?: AttachedSummary[]
  /** Those that were left out; absent if none were. */
  attachedProblems?: AttachedProblem[]
  /** When it was built, as it says; absent if unknown. */
  createdAt?: string | null
  /** When its base image was built; absent if unknown. */
  baseCreatedAt?: string | null
  /** What the tag of the base image leads to, if that is another one now. */
  newestBase?: { digest: string; createdAt: string | null } | null
}
