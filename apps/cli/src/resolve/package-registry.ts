/** A package registry. */
export interface PackageRegistry {
  /** Without a slash at the end. */
  url: string
  /** The value of Authorization, for its host only. */
  authorization?: string
  /** '@acme': only for packages whose names begin so. */
  scope?: string
  /** Only for packages whose names match: 'Acme.*'. If one has some, those without are asked for nothing. */
  patterns?: readonly string[]
  /** Named by a project alone, or of a protocol that is not read, so that it is never asked. */
  isUntrusted?: true
}
